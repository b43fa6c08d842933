/**
 * Numbers as a language writes them.
 */

/**
 * A probability in percent, with a decimal where it has one.
 *
 * @param {string} lang
 * @param {number} chance
 */
export function percent(lang, chance) {
  return new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 }).format(chance);
}

/**
 * @param {string} lang
 * @param {number} number
 * @param {number} digits after the point
 */
export function decimal(lang, number, digits) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(lang, options).format(number);
}
