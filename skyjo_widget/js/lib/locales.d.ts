/** `locales.js` is written by the Python linker from skyjo_widget/util/locales/*.json. */
declare const locales: Sjw.Locales;
export default locales;
