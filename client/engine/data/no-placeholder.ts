/**
 * For queries about one thing: the previous thing must never stand in while the next one loads
 * (query-client.ts keeps it).
 */
export const noPlaceholder = (): undefined => undefined
