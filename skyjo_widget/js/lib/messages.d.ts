/**
 * The messages between Python and its pages. Made from front/protocol/ by
 * `python -m scripts.message_types`.
 */
declare namespace Sjw {
}
