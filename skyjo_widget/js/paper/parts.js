/**
 * A board's parts for paper cards. A page that may have some fills it, by `install.js`; phones have
 * none, and needn't load them.
 */

/** @type {{Prompt: unknown, Line: unknown}} */
export const PAPER = { Prompt: null, Line: null };
