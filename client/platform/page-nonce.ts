/**
 * The nonce that the server writes into the page: the content security policy lets style elements with it
 * pass. Absent in development.
 */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
