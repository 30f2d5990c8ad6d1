import { AquariumError } from "./errors.js";

/**
 * Fetches and compiles a WebAssembly file. The glue code could do it, but would not say what went wrong.
 * @param {string} url absolute
 * @returns {Promise<WebAssembly.Module>}
 * @throws {AquariumError} `wasm-network`, `wasm-http`, `wasm-mime`, `wasm-csp` or `wasm-corrupt`
 */
export async function compileWasm(url) {
  const response = await fetch(url, { credentials: "same-origin" }).catch((error) => {
    throw new AquariumError("wasm-network", `${url}: ${error.message}`);
  });
  if (!response.ok) throw new AquariumError("wasm-http", `${url} answered ${response.status}`);
  const type = response.headers.get("Content-Type")?.split(";")[0].trim() ?? "none";
  if (type !== "application/wasm") throw new AquariumError("wasm-mime", `${url} has Content-Type ${type}`);
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const blocked = /content security policy|\bCSP\b|unsafe-eval/i.test(text);
    throw new AquariumError(blocked ? "wasm-csp" : "wasm-corrupt", `${url}: ${text}`);
  }
}

/**
 * Gives a failed `import()` its type.
 * @template T
 * @param {Promise<T>} loading
 * @returns {Promise<T>}
 */
export function scriptLoad(loading) {
  return loading.catch((error) => {
    throw new AquariumError("script-load", error);
  });
}
