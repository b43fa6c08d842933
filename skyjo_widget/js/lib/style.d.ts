/** `style.js` is written by the Python linker from the style sheets beside it. */
declare const style: { page: string; own: string };
export default style;
