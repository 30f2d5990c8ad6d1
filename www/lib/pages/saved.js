const KEY = "mirofish";
const VERSION = 1;
/** Longer than any configuration that the tank takes. */
const LONGEST = 300_000;

/**
 * What the page remembers between visits.
 * @typedef {object} Saved
 * @property {string} tank the tank's settings, as the query of a shared link
 * @property {string} language empty for the browser's
 */

/**
 * Reads it; whatever is not as this version writes it counts as nothing.
 * @returns {{ saved: Saved, damaged: boolean }}
 */
export function readSaved() {
  const nothing = { tank: "", language: "" };
  const stored = storedText();
  if (stored === null) return { saved: nothing, damaged: false };
  try {
    const { version, tank = "", language = "" } = JSON.parse(stored);
    if (version !== VERSION || typeof tank !== "string" || typeof language !== "string" || stored.length > LONGEST) throw 0;
    return { saved: { tank, language }, damaged: false };
  } catch {
    forget();
    return { saved: nothing, damaged: true };
  }
}

/** @param {Partial<Saved>} change */
export function save(change) {
  const { saved } = readSaved();
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, ...saved, ...change }));
  } catch {
    // A browser that stores nothing forgets; that is what its owner asked for.
  }
}

export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

function storedText() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
