// One thread of the engine's pool.
import { joinPool } from "./worker/pool-thread.js";

joinPool();
