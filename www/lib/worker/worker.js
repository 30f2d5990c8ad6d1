// Entry of the worker: one simulation, which listens at the worker's own global scope.
import { Session } from "./session.js";

new Session(/** @type {import("../common/types.js").Port} */ (/** @type {unknown} */ (globalThis)));
