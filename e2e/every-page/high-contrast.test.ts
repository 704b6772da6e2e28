import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { everything } from '../../server/platform/testing/test-extent.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  violationsOf,
  settled,
} from '../tools/browser.ts'

afterAll(closeBrowser)

/** A page of each sort, who opens it, and what is there once it is drawn. */
const pages = [
  ['home', null, '/home/index', '通知公告'],
  ['list', null, '/home/messageData/policy', '政策文件'],
  ['workspace list', 'school', '/teacherArchives/xuexiData', '林疏影'],
  ['form', 'teacher', '/mandata/manbXuexi?new=1', '获得学历院校或机构'],
] as const

const shown = everything ? pages : pages.slice(1, 4)

/** Text at 7:1 (AAA), whatever it stands on. */
async function expectHighContrast(page: Page, label: string): Promise<void> {
  const violations = await violationsOf(page, {
    runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
  })
  expect(
    violations.flatMap(({ nodes }) =>
      nodes.map((one) => `${one.target.join(' ')} ${one.any[0]?.message ?? ''}`),
    ),
    label,
  ).toEqual([])
}

const ready = async (page: Page, path: string, words: string) => {
  await page.goto(path)
  await page.getByText(words).first().waitFor()
  await settled(page)
}

/** How far the colours of two tokens are apart (WCAG), as the browser reads them. */
const apart = (page: Page, pairs: readonly (readonly [string, string])[]) =>
  page.evaluate<number[]>(`(() => {
    const rgb = (name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--color-' + name + ')'
      const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      probe.remove()
      const [r, g, b] = parts.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    return ${JSON.stringify(pairs)}.map(([one, other]) => {
      const [light, dark] = [rgb(one), rgb(other)].sort((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    })
  })()`)

const surfaces = ['surface', 'page', 'sunken', 'hover', 'selected', 'fill']

it.each(everything ? [false, true] : [false])(
  'whoever presses 高对比度 reads every text at 7:1 and sees the edges of controls at 3:1; dark: %s',
  async (dark) => {
    for (const [name, account, path, words] of shown) {
      const window = await openDesk(desk, account === null ? undefined : await sessionOf(account))
      const { page } = window
      await ready(page, path, words)
      const chosen = page.getByRole('button', { name: '高对比度' })
      await chosen.first().click()
      if (dark) await page.getByRole('button', { name: '深色' }).first().click()
      // Said to a screen reader, and remembered.
      expect(await chosen.first().getAttribute('aria-pressed')).toBe('true')
      await ready(page, path, words)
      expect(await chosen.first().getAttribute('aria-pressed')).toBe('true')
      const texts = surfaces.flatMap((under) =>
        ['text', 'text-soft', 'text-faint', 'link'].map((over) => [over, under] as const),
      )
      const marks = [
        ['accent', 'surface'],
        ['accent', 'header'],
        ['danger', 'surface'],
        ['success', 'surface'],
      ] as const
      const edges = [
        ...marks,
        ...surfaces.flatMap((under) => ['control', 'line', 'focus'].map((over) => [over, under] as const)),
      ]
      for (const [place, ratio] of (await apart(page, texts)).entries())
        expect(ratio, `${name} ${texts[place]?.join(' on ')}`).toBeGreaterThanOrEqual(7)
      for (const [place, ratio] of (await apart(page, edges)).entries())
        expect(ratio, `${name} ${edges[place]?.join(' on ')}`).toBeGreaterThanOrEqual(3)
      await expectHighContrast(page, name)
      if (!dark) await expectAccessible(page, name)
      await shoot(page, `contrast-${name}-${dark ? 'dark' : 'light'}`)
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page, name)
      if (!dark) await expectHighContrast(page, `${name} on a phone`)
      await shoot(page, `contrast-${name}-${dark ? 'dark' : 'light'}-phone`)
      expect(window.complaints).toEqual([])
      await window.close()
    }
  },
)

it('follows the system until somebody chooses, and the choice stays', async () => {
  const window = await openDesk()
  const { page } = window
  const pressed = () => page.getByRole('button', { name: '高对比度' }).getAttribute('aria-pressed')
  await page.emulateMedia({ contrast: 'more' })
  await ready(page, '/home/index', '通知公告')
  expect(await pressed()).toBe('true')
  await expectHighContrast(page, 'as the system is set')
  await page.emulateMedia({ contrast: 'no-preference' })
  await expect.poll(pressed).toBe('false')
  await page.emulateMedia({ contrast: 'more' })
  await expect.poll(pressed).toBe('true')
  await page.getByRole('button', { name: '高对比度' }).click()
  await page.getByRole('button', { name: '长者模式' }).click()
  await ready(page, '/home/index', '通知公告')
  expect(await pressed()).toBe('false')
  await window.close()
})

it('in colours of the system, what surfaces and shadows told keeps an edge', async () => {
  for (const [name, account, path, words] of shown) {
    const window = await openDesk(desk, account === null ? undefined : await sessionOf(account))
    const { page } = window
    await page.emulateMedia({ forcedColors: 'active' })
    await ready(page, path, words)
    // The item one is at differs from the others, and whoever tabs sees where.
    const lines = await page.evaluate<
      string[][]
    >(`['[aria-current]', ':not([aria-current])'].map((which) => [...document.querySelectorAll('.portal-nav a' + which + ', .shell-nav a' + which)].map((one) => {
      const bar = getComputedStyle(one, '::after')
      return bar.content === 'none' || bar.content === 'normal' ? getComputedStyle(one).borderBottomColor : bar.backgroundColor
    }))`)
    const [here = [], others = []] = lines
    expect(here.length, name).toBeGreaterThan(0)
    for (const colour of here) expect(others, name).not.toContain(colour)
    for (let turns = 0; turns < 6; turns += 1) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate<string>(
          `(() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle === 'none' ? '' : style.outlineWidth })()`,
        ),
        name,
      ).toBe('3px')
    }
    await shoot(page, `forced-${name}`)
    await page.setViewportSize(phone)
    await shoot(page, `forced-${name}-phone`)
    expect(window.complaints).toEqual([])
    await window.close()
  }
})
