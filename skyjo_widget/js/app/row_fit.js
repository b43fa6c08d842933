/**
 * The shortening that keeps a row in one line: found by trying, whenever its width
 * or what is in it changes, and at no other time, as each look costs a layout.
 */

import { useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";

/** From 1 on icons stand for the best known words, from 2 on for others; then panels and the pace
    stand in the menu. */
export const FOLDED = 3;
export const PACE_FOLDED = 4;
/** Parts that have a line of their own, or go by themselves, don't count. */
const ASIDE = ".sjw-keys[open], .sjw-hint";

/**
 * @param {{current: HTMLElement | null}} row
 * @param {string} content what is in the row, in whichever words
 * @returns {number} from 0, the row as it is, to PACE_FOLDED
 */
export function useFit(row, content) {
  const [tried, setTried] = useState({ fit: 0, of: "" });
  const [width, setWidth] = useState(0);
  const observer = useRef(/** @type {ResizeObserver | null} */ (null));
  const of = `${width} ${content}`;
  const fit = tried.of === of ? tried.fit : 0;
  useLayoutEffect(() => {
    if (!row.current) return;
    observer.current = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width));
    observer.current.observe(row.current);
    return () => observer.current?.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (width > 0 && fit < PACE_FOLDED && row.current && wraps(row.current))
      setTried({ fit: fit + 1, of });
  }, [fit, of]);
  return fit;
}

/** @param {HTMLElement} row */
function wraps(row) {
  const parts = /** @type {HTMLElement[]} */ ([...row.children]);
  const [first, ...others] = parts.filter((part) => part.offsetHeight > 0 && !part.matches(ASIDE));
  const end = first && first.offsetTop + first.offsetHeight;
  return others.some((part) => part.offsetTop >= end - 4);
}
