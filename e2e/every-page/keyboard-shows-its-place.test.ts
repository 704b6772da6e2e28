import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { closeBrowser, openDesk, sessionOf, settled } from '../tools/browser.ts'

afterAll(closeBrowser)

/** Where the focus stands: its name, and whether a person can see it there. */
interface Stop {
  readonly name: string
  readonly tag: string
  readonly seen: boolean
}

const here = `(() => {
  const e = document.activeElement
  const s = getComputedStyle(e)
  const name = (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 30)
  return { name, tag: e.tagName, seen: s.opacity !== '0' && s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 }
})()`

/** All stops of the tab key on the page as it stands, until it leaves the page. */
async function stops(page: Page): Promise<readonly Stop[]> {
  const found: Stop[] = []
  for (let i = 0; i < 150; i += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop>(here)
    if (stop.tag === 'BODY') return found
    found.push(stop)
  }
  throw new Error('the tab key does not come to an end')
}

it.each([
  ['teacher', '/mandata/manbXuexi?tab=studyExperience&new=1', '保存草稿'],
  ['school', '/examinePage/examineaXX', '待我审'],
])(
  '%s sees where the tab key stands on %s: header, menu, links and buttons have a ring, none is hidden',
  async (who, address, shows) => {
    const window = await openDesk(undefined, await sessionOf(who))
    const { page } = window
    await page.goto(address)
    await page.getByRole('button', { name: shows }).first().waitFor()
    await settled(page)
    const all = await stops(page)
    // Controls that are typed into show the focus by their frame, in the library's way.
    const pressed = all.filter(({ tag }) => tag === 'A' || tag === 'BUTTON')
    expect(pressed.length).toBeGreaterThan(20)
    expect(pressed.filter(({ seen }) => !seen)).toEqual([])
    expect(
      all.filter(({ name }) => /^[A-Za-z ]+$/.test(name)),
      'names in English',
    ).toEqual([])
    expect(window.complaints).toEqual([])
    await window.close()
  },
)
