/**
 * The query of the address as it stands now. What the router hands to a change is of the last picture: while
 * a heavy page is being drawn, a second change would take the first one back.
 */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search)
