import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { menuFor } from '../../catalogue/pages/menus.ts'
import type { Role } from '../../catalogue/access/roles.ts'
import { homeOf } from '../../catalogue/pages/pages.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import { closeBrowser, expectAccessible, openDesk, sessionOf, settled, shoot } from '../tools/browser.ts'

afterAll(closeBrowser)

const widths = everything
  ? [320, 360, 390, 480, 640, 768, 900, 1023, 1024, 1100, 1180, 1280, 1366, 1440, 1536, 1680, 1920]
  : [320, 390, 768, 1023, 1024, 1180, 1366, 1920]
const modes = ['', 'elder', 'dark', 'elder dark'] as const

/**
 * What a header shows: entries in the row, entries below 更多, and whatever is cut or stands over something
 * else.
 */
interface HeaderMeasure {
  readonly row: readonly string[]
  readonly more: readonly string[]
  readonly drawer: boolean
  readonly faults: readonly string[]
}

const measure = (page: Page, header: string, nav: string) =>
  page.evaluate<HeaderMeasure>(`(() => {
    const header = document.querySelector('${header}')
    const seen = (one) => one.checkVisibility({ visibilityProperty: true })
    const links = [...header.querySelectorAll('${nav} [data-part]')]
    const row = links.filter((one) => seen(one) && !one.closest('.x-fold-list'))
    const faults = []
    const whole = document.documentElement.clientWidth
    for (const one of header.querySelectorAll('a, button')) {
      if (!seen(one) || one.closest('.x-hidden')) continue
      const box = one.getBoundingClientRect()
      if (box.left < -0.5 || box.right > whole + 0.5) faults.push('outside: ' + one.textContent)
    }
    for (const one of row) {
      const box = one.getBoundingClientRect()
      for (let up = one.parentElement; up && up !== header; up = up.parentElement) {
        if (getComputedStyle(up).overflowX === 'visible') continue
        const within = up.getBoundingClientRect()
        if (box.right > within.right + 0.5 || box.left < within.left - 0.5) faults.push('cut: ' + one.textContent)
      }
      for (const other of header.querySelectorAll('a, button')) {
        if (other === one || !seen(other) || one.contains(other) || other.contains(one)) continue
        const beside = other.getBoundingClientRect()
        const over = Math.min(box.right, beside.right) - Math.max(box.left, beside.left)
        const down = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top)
        if (over > 1 && down > 1) faults.push(one.textContent + ' over ' + other.textContent)
      }
    }
    const more = [...header.querySelectorAll('${nav} > .x-row-rest a')].map((one) => one.textContent)
    const opener = header.querySelector('.shell-hamburger')
    return { row: row.map((one) => one.textContent), more, drawer: opener !== null && seen(opener), faults }
  })()`)

async function setMode(page: Page, mode: string): Promise<void> {
  await page.evaluate(`(() => {
    const root = document.documentElement
    for (const [name, value] of [['data-mode', 'elder'], ['data-theme', 'dark']])
      if ('${mode}'.includes(value)) root.setAttribute(name, value)
      else root.removeAttribute(name)
  })()`)
}

/** Two frames: the row has been measured anew, and drawn. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

const accounts: readonly (readonly [account: string, role: Role])[] = [
  ['admin', 1],
  ['teacher', 2],
  ['school', 3],
  ['area', 4],
  ['city', 5],
  ['province', 6],
  ['expert', 99],
  ['review100', 100],
]

/** Six entries, and the most there are. */
const usual = ['school', 'city']

it.each(accounts.filter(([account]) => everything || usual.includes(account)))(
  'no entry of the header of %s is cut, in any mode and width',
  async (account, role) => {
    const { page, complaints, close } = await openDesk(undefined, await sessionOf(account))
    await page.goto(homeOf(role))
    await page.locator('.shell-header').waitFor()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const titles = menuFor(role).map(({ title }) => title)
    const found: string[] = []
    for (const mode of modes) {
      await setMode(page, mode)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 768 })
        await drawn(page)
        const { row, more, drawer, faults } = await measure(page, '.shell-header', '.shell-nav')
        const at = `${mode} ${width}`
        found.push(...faults.map((fault) => `${at}: ${fault}`))
        const all = [...row, ...more]
        if (!drawer && all.join(' ') !== titles.join(' ')) found.push(`${at}: ${all.join(' ')}`)
      }
    }
    expect(found).toEqual([])
    expect(complaints).toEqual([])
    await close()
  },
)

it('no entry of the navigation of the portal is cut, in any mode and width', async () => {
  const { page, close } = await openDesk()
  await page.goto('/home/index')
  await page.locator('.portal-nav a').first().waitFor()
  await settled(page)
  await page.setViewportSize({ width: 1920, height: 768 })
  await drawn(page)
  const whole = (await measure(page, '.portal-nav', '.portal-nav')).row
  const found: string[] = []
  for (const mode of modes) {
    await setMode(page, mode)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 768 })
      await drawn(page)
      const { row, faults } = await measure(page, '.portal-nav', '.portal-nav')
      found.push(...faults.map((fault) => `${mode} ${width}: ${fault}`))
      const folded = await page.getByRole('button', { name: '更多栏目' }).count()
      if (row.length < whole.length && folded === 0)
        found.push(`${mode} ${width}: ${row.length} of ${whole.length}`)
    }
  }
  expect(whole.length).toBeGreaterThan(5)
  expect(found).toEqual([])
  await close()
})

it('what does not fit is below 更多, by keyboard and for screen readers', async () => {
  const { page, close } = await openDesk({ width: 1100, height: 768 }, await sessionOf('area'))
  await page.goto('/area/sy')
  const more = page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '更多栏目' })
  await more.focus()
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  expect(await more.getAttribute('aria-expanded')).toBe('true')
  await expectAccessible(page, 'entries below 更多')
  await shoot(page, 'header-more')
  await page.keyboard.press('Escape')
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('更多栏目')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const title = await page.evaluate<string>('document.activeElement.textContent')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/area/sy')
  // The part that is open is marked, though it stands below 更多.
  await more.click()
  const open = page.getByRole('navigation', { name: '主导航' }).locator('.x-row-rest [aria-current]')
  expect(await open.textContent()).toBe(title)
  await close()
})
