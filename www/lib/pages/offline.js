import { say } from "./notice.js";
import { text } from "./strings.js";

/** Keeps the page for visits without a network, where the browser can; offers each new version when it is complete. */
export async function stayInstalled() {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // The page that is open keeps the version it began with; whoever asks for the new one gets all of it.
  const updating = serviceWorker.controller !== null;
  await idle();
  serviceWorker.addEventListener("controllerchange", () => updating && location.reload());
  try {
    const registration = await serviceWorker.register(new URL("../../service-worker.js", import.meta.url));
    offer(registration);
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => offer(registration));
    });
  } catch {
    // Without https, or where storage is forbidden, the page works all the same.
  }
}

/** Resolves when the page has nothing better to do; keeping all files is no hurry. */
function idle() {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, 1000);
  });
}

/** @param {ServiceWorkerRegistration} registration */
function offer({ waiting, active }) {
  if (!waiting || !active) return;
  say(text("update"), { label: text("reload"), act: () => waiting.postMessage("take over") });
}
