// What the service worker is given when it is served, for the type checker alone.

/** The addresses of what it keeps, written in by the server. */
declare const FILES_LIST: string[];
// The global names of a service worker, which the library of types knows of all kinds of workers together.
interface WorkerGlobalScope {
  kept: Kept;
  own: Own;
}
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;
declare function addEventListener(type: "install" | "activate", listener: (e: ExtendableEvent) => void): void;
declare function addEventListener(type: "fetch", listener: (e: FetchEvent) => void): void;
