/**
 * The query of the address as it stands now. The router hands out the query of the last render: while a heavy
 * page renders, a second change based on it would undo the first.
 */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search)
