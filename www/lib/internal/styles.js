/** @type {CSSStyleSheet | undefined} */
let sheet;

/** @returns {CSSStyleSheet} the styles of the shadow tree; a constructed sheet, which strict policies allow */
export function tankStyles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}

const TEXT = `
:host { display: block; position: relative; overflow: hidden; aspect-ratio: 16 / 9; contain: content; }
:host([hidden]) { display: none; }
[hidden] { display: none !important; }
.frame, .tank, .poster, canvas { position: absolute; inset: 0; }
.frame { font: 14px/1.45 system-ui, sans-serif; color: var(--miro-fish-overlay-color, #fff); }
.poster { display: block; overflow: hidden; }
.poster::slotted(*) { width: 100%; height: 100%; object-fit: cover; }
.tank { outline: none; -webkit-user-select: none; user-select: none; -webkit-touch-callout: none;
  -webkit-tap-highlight-color: transparent; }
.tank:focus-visible { box-shadow: inset 0 0 0 3px var(--miro-fish-cursor-color, #fff), inset 0 0 0 5px #06304a; }
.frame.inert, .frame.inert .tank { pointer-events: none; }
canvas { display: block; width: 100%; height: 100%; pointer-events: none; }
.loading { background: var(--miro-fish-loading-background, linear-gradient(#3a86a8, #10314f)); }
.cursor { --size: var(--miro-fish-cursor-size, 30px); box-sizing: border-box; position: absolute;
  left: calc(var(--size) / -2); top: calc(var(--size) / -2); width: var(--size); height: var(--size);
  border: 2px solid var(--miro-fish-cursor-color, #fff); border-radius: 50%;
  box-shadow: 0 0 0 2px #06304a, inset 0 0 0 2px #06304a; pointer-events: none; }
button { font: inherit; font-weight: 600; color: #06304a; background: #fff; border: 0; border-radius: 999px; padding: 8px 18px;
  cursor: pointer; flex: none; }
button:focus-visible { outline: 3px solid #ffd166; outline-offset: 2px; }
.play { position: absolute; left: 50%; bottom: 24px; translate: -50% 0; box-shadow: 0 2px 12px #0006; }
.failure { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 10px; padding: 20px;
  text-align: center; background: linear-gradient(#1d5673, #0b2238); overflow: auto; }
.failure slot { display: contents; }
.failure a { color: inherit; }
.failure p { margin: 0; max-width: 60ch; overflow-wrap: anywhere; }
.failure .message { font-size: 17px; font-weight: 600; }
.failure .cause { opacity: .85; font-size: 13px; }
.notice { position: absolute; left: 12px; right: 12px; top: 12px; margin: 0 auto; width: fit-content; max-width: 70ch;
  padding: 8px 12px; border-radius: 8px; background: var(--miro-fish-overlay-background, #06304aee);
  display: flex; gap: 12px; align-items: center;
  overflow-wrap: anywhere; white-space: pre-line; }
.study { position: absolute; inset: 0; pointer-events: none; }
.stats, .legend { position: absolute; left: 8px; padding: 8px 10px; border-radius: 6px;
  background: var(--miro-fish-overlay-background, #04182ad9);
  font: 11px/1.4 ui-monospace, monospace; white-space: pre; pointer-events: none; }
.stats { top: 8px; }
.legend { bottom: 8px; right: 8px; width: fit-content; white-space: pre-line; }
.stats canvas { position: static; width: 180px; height: 32px; margin-top: 3px; background: #ffffff14; }
`;
