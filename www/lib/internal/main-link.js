/** @import { Port } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { scriptLoad } from "../common/load-wasm.js";
import { WorkerLink } from "./worker-link.js";

/**
 * A simulation on this very thread, for browsers and policies that give no worker: the same session at the other end of
 * a message channel.
 * @returns {Promise<WorkerLink>}
 */
export async function linkToMainThread() {
  const { Session } = await scriptLoad(import("../worker/session.js"));
  const channel = new MessageChannel();
  const session = new Session(/** @type {Port} */ (channel.port2));
  const link = new WorkerLink(/** @type {Port} */ (channel.port1), () => {
    session.close();
    channel.port1.close();
  });
  channel.port1.onmessageerror = () => link.lose(new AquariumError("worker-crash", "a message could not be read"));
  return link;
}
