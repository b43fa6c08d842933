/**
 * The guest's page as a module that starts by itself: its page may hold no script of its own.
 */

import start from "./guest_page.js";

const el = document.getElementById("guest");
if (el) start(el);

export default start;
