import { onSharedClock } from "../common/clock.js";

/**
 * What takes the gestures: points in CSS pixels of the element, moments by the shared clock.
 * @typedef {Pick<StageMethods, "pointer_down" | "pointer_move" | "pointer_up" | "pointer_cancel">} PointerTarget
 */

/**
 * Passes pointer events on to the stage. Only pressed pointers count: a mouse that merely crosses the page scares nobody.
 * @param {HTMLElement} element
 * @param {() => PointerTarget | null} target null while there is none
 * @param {() => void} after something was passed on
 * @param {AbortSignal} signal ends it
 */
export function observePointer(element, target, after, signal) {
  /** @type {Set<number>} */
  const pressed = new Set();

  /** @type {(event: PointerEvent) => void} */
  const down = (event) => {
    const stage = target();
    if (!stage || event.button !== 0) return;
    pressed.add(event.pointerId);
    // What a test tool made up has no pointer to capture.
    if (event.isTrusted) element.setPointerCapture(event.pointerId);
    const [x, y] = toElement(element, event);
    stage.pointer_down(x, y, event.pointerId, onSharedClock(event.timeStamp));
    after();
  };
  /** @type {(event: PointerEvent) => void} */
  const move = (event) => {
    const stage = target();
    if (!stage || !pressed.has(event.pointerId)) return;
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) {
      const [x, y] = toElement(element, part);
      stage.pointer_move(x, y, event.pointerId, onSharedClock(part.timeStamp));
    }
    after();
  };
  /** @type {(event: PointerEvent) => void} */
  const up = (event) => {
    const stage = target();
    if (!stage || !pressed.delete(event.pointerId)) return;
    const [x, y] = toElement(element, event);
    stage.pointer_up(x, y, event.pointerId, onSharedClock(event.timeStamp));
    after();
  };
  /** @type {(event: PointerEvent) => void} */
  const cancel = (event) => {
    if (!pressed.delete(event.pointerId)) return;
    target()?.pointer_cancel(event.pointerId);
    after();
  };
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", cancel, { signal });
  element.addEventListener("lostpointercapture", cancel, { signal });
}

/**
 * @param {HTMLElement} element
 * @param {{ clientX: number, clientY: number }} point
 * @returns {[number, number]} the point in the element's own CSS pixels, whatever scales or moves the element on the page
 */
export function toElement(element, point) {
  const box = element.getBoundingClientRect();
  const x = ((point.clientX - box.left) * element.clientWidth) / box.width;
  const y = ((point.clientY - box.top) * element.clientHeight) / box.height;
  return [x, y];
}
