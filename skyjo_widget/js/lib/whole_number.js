/** Whole numbers as people type them, by the same rules as util/parse_number.py. */

/**
 * @param {string} text such as "12", "−3", "1 200", "5,0"
 * @returns {number | null} null where it is none
 */
export function wholeNumber(text) {
  const plain = text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^[−–]/, "-")
    .replace(/^([+-]) /, "$1");
  const match = /^([+-]?(?:\d{1,15}|\d{1,3}(?: \d{3}){1,4}))(?:[.,]0{1,15})?$/.exec(plain);
  return match && Number(match[1].replaceAll(" ", "")) + 0;
}
