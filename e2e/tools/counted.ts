import type { Page } from 'playwright-core'

/** What a person's hands did on a page since `countHands`. */
export interface Hands {
  readonly clicks: number
  readonly keys: number
}

/**
 * Counts presses of the mouse or a finger, and of keys, from the next load of the page on, over all pages
 * that it opens. What a script or `fill` does is no press.
 */
export async function countHands(page: Page): Promise<void> {
  await page.addInitScript({
    content: `globalThis.counted = { clicks: +(sessionStorage.clicks ?? 0), keys: +(sessionStorage.keys ?? 0) }
      addEventListener('pointerdown', () => (sessionStorage.clicks = ++counted.clicks), true)
      addEventListener('keydown', () => (sessionStorage.keys = ++counted.keys), true)`,
  })
}

/** Reads what was counted so far. */
export const handsOf = (page: Page): Promise<Hands> => page.evaluate<Hands>('counted')
