// What kept.js and own.js keep on a phone and lend to pages and the service worker, for the type checker alone.

/** A row of a deck check: a card of one section, and how many copies the list has. */
interface CheckRow {
  id: string;
  n: number;
  name: string;
  section: string;
}
interface Clock {
  taken_at: string | null;
  running: boolean;
  paused: boolean;
  seconds: number;
  minutes: number;
}
/** What the judges counted of one row. */
interface Counted {
  total: number;
  by: { judge: string; initials: string; count: number }[];
  conflict: boolean;
}
/** What the server knows of a check. */
interface CheckAnswer {
  state: string;
  version: number;
  changed: string;
  known: string[];
  rows: Record<string, Counted>;
  done: string[];
  judges: { judge: string; name: string; initials: string }[];
  clock: Clock;
  difference: {
    to_count: number;
    extra: [count: number, ...unknown[]][];
    wrong_section: [count: number, ...unknown[]][];
    missing: [count: number, ...unknown[]][];
    story: string;
  };
}
/** What a page of a check is told once. */
interface CheckData {
  uid: string;
  me: string;
  player: string;
  rows: CheckRow[];
  sections: { id: string; title: string; listed: number }[];
  boarded: boolean;
  answer: CheckAnswer;
  plus: number;
  zone: string;
  icons: string;
  here: string;
  checks: string;
  ticks: string;
  clock: string;
  find: string;
}
/** What a judge taps: a count of a row, a word about two counts, or that a section is counted whole. */
type Tap = { row: string; delta: number } | { row: string; set: number } | { row: string; decide: string } | { section: string; done: boolean };
/** A tap as it is kept and sent: each under its own name and in its order. */
type KeptTap = Tap & { op: string; device: string; n: number; at: string };
/** The cards that the server read in a text, as rows, and what it could not read. */
interface Named {
  rows: { row: string; name: string; count: number }[];
  left: string;
}
/** An act on the clock that was not sent yet. */
interface Deed {
  do: string;
  at: string;
}
/** The page of a check as it lies on the phone. */
interface KeptPage {
  html: string;
  title: string;
  at: number;
  data: CheckData;
  answer: CheckAnswer;
  answerAt: number;
  deeds: Deed[];
}

interface Kept {
  HOURS_12: number;
  open(uid: string, isNew?: boolean): Promise<IDBDatabase>;
  readPage(db: IDBDatabase): Promise<KeptPage | undefined>;
  readTaps(db: IDBDatabase): Promise<KeptTap[]>;
  write(db: IDBDatabase, store: "page" | "ops", act: (store: IDBObjectStore) => void): Promise<void>;
  wipe(uid: string): Promise<void>;
  wipeAll(): Promise<void>;
  wipeOld(): Promise<void>;
}
interface Own {
  keep(address: string): Promise<boolean>;
  holds(list: string | null): Promise<boolean>;
  forget(list: string): Promise<void>;
  find(address: string): Promise<Response | undefined>;
  last(): Promise<string | undefined>;
  heard(address: string, answer: Response, asked?: boolean): Promise<void>;
  wipeAll(): Promise<boolean>;
  wipeOld(): Promise<void>;
}
declare const kept: Kept;
declare const own: Own;
