// For pages that want no script of their own: <script type="module" src="define.js"></script> makes the element known.
import { define } from "./mirofish.js";

define();
