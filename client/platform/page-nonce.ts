/**
 * The server puts a nonce into the page; a style element with it passes the content security policy. Absent
 * in development.
 */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
