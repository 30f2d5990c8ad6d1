// An effect that makes a tank, and the element itself, in the mode in which React mounts everything twice.
import { createElement, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { createAquarium, define } from "mirofish";

define();

function Aquarium() {
  const container = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const made = createAquarium(element, { seed: 7, fish: 40, maxDpr: 0.5 });
    let mounted = true;
    made.then((tank) => mounted && Object.assign(globalThis, { tank }));
    return () => {
      mounted = false;
      void made.then((tank) => tank.destroy());
    };
  }, []);
  return createElement("div", { ref: container, style: { width: 480, height: 240 } });
}

function App() {
  const [shown, show] = useState(true);
  const [fish, setFish] = useState(30);
  Object.assign(globalThis, { show, setFish });
  if (!shown) return null;
  const style = { width: 480, height: 240 };
  return [
    createElement(Aquarium, { key: "container" }),
    createElement("miro-fish", { key: "element", seed: 7, fish, maxDpr: 0.5, stats: true, style }),
  ];
}

const root = /** @type {HTMLElement} */ (document.querySelector("#root"));
createRoot(root).render(createElement(StrictMode, null, createElement(App)));
