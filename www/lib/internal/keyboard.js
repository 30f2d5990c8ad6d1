/**
 * @typedef {object} KeyActions
 * @property {(x: number, y: number) => void} feed
 * @property {(x: number, y: number) => void} scare
 * @property {(x: number, y: number) => void} call
 * @property {() => void} togglePause
 * @property {() => void} cycleOverlays
 * @property {() => void} reset
 */

/** CSS pixels that an arrow key moves the cursor; with Shift a quarter of it. */
const STRIDE = 24;
/** Keys that go on acting while they are held. */
const MAY_REPEAT = /^(arrow.*|c)$/i;

/**
 * Keys for a focused tank: arrows move a cursor that can be seen, the others act where it is.
 * @param {HTMLElement} element
 * @param {HTMLElement} cursor shown at its point by a translation
 * @param {() => KeyActions | null} actions null while there is no tank
 * @param {AbortSignal} signal ends it
 */
export function observeKeyboard(element, cursor, actions, signal) {
  let x = NaN;
  let y = NaN;
  const show = () => {
    if (Number.isNaN(x)) [x, y] = [element.clientWidth / 2, element.clientHeight / 2];
    x = Math.min(Math.max(x, 0), element.clientWidth);
    y = Math.min(Math.max(y, 0), element.clientHeight);
    cursor.style.translate = `${x}px ${y}px`;
    cursor.hidden = false;
  };
  /** @type {(dx: number, dy: number) => void} */
  const move = (dx, dy) => {
    show();
    x += dx;
    y += dy;
    show();
  };
  /** @type {(act: ((x: number, y: number) => void) | undefined) => void} */
  const at = (act) => {
    show();
    act?.(x, y);
  };
  /** @type {Record<string, (stride: number) => void>} */
  const keys = {
    arrowleft: (stride) => move(-stride, 0),
    arrowright: (stride) => move(stride, 0),
    arrowup: (stride) => move(0, -stride),
    arrowdown: (stride) => move(0, stride),
    enter: () => at(actions()?.feed),
    s: () => at(actions()?.scare),
    c: () => at(actions()?.call),
    " ": () => actions()?.togglePause(),
    d: () => actions()?.cycleOverlays(),
    r: () => actions()?.reset(),
  };
  /** @type {(event: KeyboardEvent) => void} */
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (event.repeat && !MAY_REPEAT.test(event.key)) return;
    act(event.shiftKey ? STRIDE / 4 : STRIDE);
  };
  element.addEventListener("keydown", press, { signal });
  element.addEventListener("blur", () => (cursor.hidden = true), { signal });
}
