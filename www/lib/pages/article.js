// What a host writes.
import { define } from "../../mirofish.js";

define();
