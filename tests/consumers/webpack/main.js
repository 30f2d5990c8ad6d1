import { createAquarium } from "mirofish";

const container = /** @type {HTMLElement} */ (document.querySelector("#tank"));
Object.assign(globalThis, { tank: await createAquarium(container, { seed: 7, fish: 40, maxDpr: 0.5 }) });
