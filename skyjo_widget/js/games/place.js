/**
 * A place on the table, as a real button: it stays focusable when it cannot be chosen, so that the
 * keyboard can look around and never loses its place.
 */

import { Badge, Coaching } from "../coach/badges.js";
import { html, useContext } from "../vendor/htm-preact.js";

/**
 * @param {{spot: string, label: string, title?: string, open: boolean, touched: boolean,
 *   picked?: boolean, can?: string, act: (target: string, event: MouseEvent) => void,
 *   t: Sjw.Translate, tabindex?: number, onfocus?: () => void, attributes?: object,
 *   children: unknown}} props
 *   can: what a click does, in words
 */
export function Place({
  spot,
  label,
  title,
  open,
  touched,
  picked = false,
  can,
  act,
  t,
  tabindex = 0,
  onfocus,
  attributes = {},
  children,
}) {
  const words = [label];
  if (picked) words.push(t("board.picked_mark"));
  if (touched) words.push(t("board.last_mark"));
  if (open) words.push(can ?? t("board.can_click"));
  const worth = useContext(Coaching)?.at(spot);
  if (worth) words.push(worth.words);
  return html`<button
    type="button"
    class="sjw-place"
    data-spot=${spot}
    data-open=${open}
    data-touched=${touched}
    data-picked=${picked || undefined}
    data-worth=${Number.isFinite(worth?.share) || undefined}
    style=${Number.isFinite(worth?.share) ? `--worth:${worth?.share}` : undefined}
    aria-disabled=${open ? "false" : "true"}
    aria-label=${words.join(", ")}
    title=${title}
    tabindex=${tabindex}
    onFocus=${onfocus}
    onClick=${(/** @type {MouseEvent} */ event) => act(spot, event)}
    ...${attributes}
  >
    ${children}${worth && html`<${Badge} worth=${worth} />`}
  </button>`;
}
