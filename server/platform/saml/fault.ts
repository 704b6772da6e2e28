/** An answer of an identity provider is not taken; the message says why, without what was sent. */
export class SamlFault extends Error {}
