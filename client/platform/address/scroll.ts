/**
 * Where each entry of this tab's history was scrolled to, by its key; a tab that is opened again knows it
 * still.
 */
const storedAs = 'scrolled-to'
const scrolledTo = kept()

function kept(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Remembers how far the page of this entry is scrolled, before another stands in its place. */
export function rememberScroll(key: string): void {
  scrolledTo[key] = window.scrollY
}

/** @returns undefined where it was never left */
export const scrollOf = (key: string): number | undefined => scrolledTo[key]

/** Keeps what is remembered for when the tab is loaded anew. */
export function keepScrolls(): void {
  try {
    sessionStorage.setItem(storedAs, JSON.stringify(scrolledTo))
  } catch {
    // Storage is full or closed: pages open at their top.
  }
}
