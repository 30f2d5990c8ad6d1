// Keeps our own pages for visits without a network. Only these pages register it; the element in somebody else's page never does.

/** Filled by `cargo xtask build`: a name for all contents together, each file with its digest, and the isolation headers. */
const BUILD = /** @type {{ version: string, files: Record<string, string>, headers: [string, string][] }} */ (
  /* build */ { version: "", files: {}, headers: [] }
);
const PREFIX = "mirofish-";
const CACHE = PREFIX + BUILD.version;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = new URL("./", worker.location.href);

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file !== undefined) event.respondWith(answer(file, event.request));
});

/** All or nothing: the digests let no file of another build in, also while a new one is being published. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const keep = async (/** @type {[string, string]} */ [file, integrity]) => {
    const response = await fetch(file, { cache: "no-cache", integrity });
    if (!response.ok) throw new Error(`${file} answered ${response.status}`);
    await cache.put(file, isolated(response));
  };
  await Promise.all(Object.entries(BUILD.files).map(keep));
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

/**
 * @param {Request} request
 * @returns {string | undefined} the file of this build that is meant, whatever settings its address carries
 */
function fileOf({ method, url }) {
  if (method !== "GET" || !url.startsWith(HOME.href)) return undefined;
  const file = new URL(url).pathname.slice(HOME.pathname.length) || "index.html";
  return Object.hasOwn(BUILD.files, file) ? file : undefined;
}

/**
 * @param {string} file
 * @param {Request} request
 */
async function answer(file, request) {
  const cache = await caches.open(CACHE);
  // The browser may have thrown files away.
  return (await cache.match(file)) ?? fetch(request);
}

/**
 * With the headers that shared memory needs, also where the host cannot send them.
 * @param {Response} response
 */
function isolated(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of BUILD.headers) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
