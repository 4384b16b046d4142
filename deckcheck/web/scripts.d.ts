// What the scripts of the pages share, for the type checker alone: nothing of this is served.

/** Finds an element by its id; the page's table of ids says what it is, and whether it may be missing. */
type Find<Page> = <Id extends keyof Page & string>(id: Id) => Page[Id];
/** An element with data that its template always writes. */
type With<E extends HTMLElement, Keys extends string> = E & { dataset: Record<Keys, string> };

// What a selector finds can be read off it: `li[data-row]` is a list item whose `dataset.row` is a text.
type LastPart<S extends string> = S extends `${string} ${infer Rest}` ? LastPart<Rest> : S;
type TagOf<S extends string> = S extends `${infer T}[${string}` ? TagOf<T>
  : S extends `${infer T}.${string}` ? TagOf<T>
  : S extends `${infer T}#${string}` ? TagOf<T>
  : S extends `${infer T}:${string}` ? TagOf<T>
  : S;
type DataOf<S extends string> = S extends `${string}[data-${infer Key}]${string}`
  ? { dataset: Record<Key extends `${infer Name}=${string}` ? Name : Key, string> }
  : unknown;
type Tags = HTMLElementTagNameMap;
type Found<S extends string> = S extends `${infer One},${infer Other}` ? Found<One> | Found<Other>
  : (TagOf<LastPart<S>> extends keyof Tags ? Tags[TagOf<LastPart<S>>] : HTMLElement) & DataOf<LastPart<S>>;
type All = <S extends string>(query: S, from?: ParentNode) => Found<S>[];

/** A sentence in the language of the page (app.js). */
declare var gettext: (said: string) => string;
/** The sentence with its facts in their places. */
declare var filled: (said: string, facts: Record<string, string>) => string;

interface ParentNode {
  querySelector<S extends string>(selectors: S): Found<S> | null;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}
interface Element {
  closest<S extends string>(selector: S): Found<S> | null;
}
/** Pointers, keys and typed input of these pages always come from an element. */
interface UIEvent {
  readonly target: HTMLElement;
}
interface SubmitEvent {
  readonly target: HTMLFormElement;
}
/** A field by its name in a form. */
type Fields<Names extends string> = HTMLFormElement & {
  elements: HTMLFormControlsCollection & Record<Names, HTMLInputElement>;
};

// htmx, as far as it is used here
interface HtmxRequest {
  elt: Element;
  target: Element;
  path: string;
  parameters: Record<string, string | number>;
  shouldSwap: boolean;
  successful: boolean;
  xhr: XMLHttpRequest;
  requestConfig: { path: string };
}
interface GlobalEventHandlersEventMap {
  "htmx:configRequest": CustomEvent<HtmxRequest>;
  "htmx:beforeRequest": CustomEvent<HtmxRequest>;
  "htmx:beforeSwap": CustomEvent<HtmxRequest>;
  "htmx:afterSwap": CustomEvent<HtmxRequest>;
  "htmx:beforeOnLoad": CustomEvent<HtmxRequest>;
  "htmx:afterRequest": CustomEvent<HtmxRequest>;
  "htmx:responseError": CustomEvent<HtmxRequest>;
  "htmx:sendError": CustomEvent<HtmxRequest>;
  "htmx:timeout": CustomEvent<HtmxRequest>;
}
interface Window {
  htmx?: { trigger(element: Element, event: string): void };
}

// What checks.js lends to the other scripts of its page; kept.js and own.js are told in kept.d.ts.
declare const checks: {
  $: Find<CheckPage>;
  all: All;
  plural(n: number, word: string): string;
  tag<N extends keyof Tags>(name: N, text: string, kind?: string): Tags[N];
  runClock(stateOf: () => [clock: Clock | null | undefined, at: number]): void;
};
interface Window {
  kept: Kept;
  own: Own;
  checks: typeof checks;
}

/** The elements of the pages of deck checks. */
interface CheckPage {
  "check-data": HTMLElement;
  "come-rows": HTMLElement;
  "hide-done": HTMLInputElement;
  "missing-box": HTMLElement;
  "net-words": HTMLElement;
  "other-row": HTMLTemplateElement;
  "slot-words": HTMLElement;
  clock: HTMLElement | null;
  come: HTMLInputElement;
  conflicts: HTMLElement;
  content: HTMLElement;
  dock: HTMLElement;
  ending: HTMLFormElement | null;
  extra: HTMLElement;
  find: HTMLFormElement;
  finish: HTMLAnchorElement;
  found: With<HTMLElement, "say">;
  give: HTMLElement | null;
  keys: HTMLInputElement;
  missing: HTMLElement;
  net: HTMLElement;
  refused: HTMLElement | null;
  shell: HTMLElement;
  status: HTMLElement;
  story: HTMLElement;
  table: HTMLFormElement;
  time: HTMLElement;
  "to-count": HTMLElement;
  undo: HTMLButtonElement;
  unsent: HTMLElement;
  wrong: HTMLElement;
  [sure: `sure-${string}`]: HTMLElement;
  [add: `add-${string}`]: HTMLTextAreaElement;
}
