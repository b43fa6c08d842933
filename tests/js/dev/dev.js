/** A board with a sample view and a model that only notes what it is sent. */
import board from "/skyjo_widget/js/app/board_widget.js";
import { FakeModel } from "../support/fake-model.js";

const query = new URLSearchParams(location.search);
if (query.has("theme")) document.body.dataset.jpThemeLight = String(query.get("theme") === "light");
const sample = await (await fetch(`../fixtures/${query.get("view") ?? "choose"}.json`)).json();
const model = new FakeModel({
  view: sample.view,
  rows: sample.rows,
  pace: Number(query.get("pace") ?? -1),
  lang: query.get("lang") ?? "en",
});
const el = document.getElementById("board");
window.dispose = board.render({ model, el });
window.model = model;
