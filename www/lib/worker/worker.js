// Entry of the worker: one simulation, which listens at the worker's own global scope, or one thread of its pool.
import { joinPool, POOL_NAME } from "./pool-thread.js";
import { Session } from "./session.js";

const scope = /** @type {import("../common/types.js").Port & { name: string }} */ (/** @type {unknown} */ (globalThis));
if (scope.name.startsWith(POOL_NAME)) joinPool();
else new Session(scope);
