import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { Role } from '../../catalogue/access/roles.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  stillness,
  type Desk,
} from '../tools/browser.ts'
import { accountFor, pageScreens, recordScreens, type Screen } from '../tools/screens.ts'

afterAll(closeBrowser)

type Size = typeof desk | typeof phone
/** A window of somebody who has signed in already. */
async function windowOf(role: Role | null): Promise<Desk> {
  const account = role === null ? undefined : accountFor[role]
  return openDesk(desk, account === undefined ? undefined : await sessionOf(account))
}

const everyScreen = async (role: Role | null): Promise<Screen[]> => [
  ...pageScreens(role),
  ...(role === null ? [] : await recordScreens(role)),
]

/** The page has drawn what it loaded: its heading is there and nothing is said to be loading. */
async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // The figures of a whole region are worked out anew after each change; the teams beside change much.
  const loading = page.getByText('正在加载', { exact: true }).first()
  await loading.waitFor({ state: 'detached', timeout: 60_000 })
  await stillness(page)
}

/** How much axe looks at: nothing, everything but colours, colours alone, everything. */
type Axe = 'no' | 'markup' | 'colours' | 'whole'

/** What every screen owes everybody, as sentences: one run tells all that is wrong. */
async function faultsOf(window: Desk, screen: Screen, word: string, size: Size, axe: Axe): Promise<string[]> {
  const { page, complaints } = window
  const faults: string[] = []
  const check = async (what: () => Promise<void>) => {
    await what().catch((error: unknown) =>
      faults.push(`${word} ${screen.path}: ${String(error).replaceAll('\n', ' ').slice(0, 600)}`),
    )
  }
  await page.setViewportSize(size)
  await check(async () => {
    await settled(page)
    await shoot(page, `${word}-${screen.name}`)
    expect(await page.getByRole('heading', { level: 1 }).count(), 'one h1').toBe(1)
    expect(await page.title(), 'title').toMatch(/^\S.* - 杏坛$|^杏坛.+/)
  })
  await check(() => expectNoSidewaysScroll(page, 'sideways'))
  if (axe === 'colours') await check(() => expectContrast(page, 'colours'))
  else if (axe !== 'no') await check(() => expectAccessible(page, 'axe', { contrast: axe === 'whole' }))
  faults.push(...complaints.splice(0).map((text) => `${word} ${screen.path}: ${text.slice(0, 300)}`))
  return faults
}

/** What was looked at already, whoever looked. */
const seen = new Set<string>()
const isNews = (key: string): boolean => !seen.has(key) && seen.add(key) !== null

/**
 * A route is looked at whole once. Records, forms and the like are made of the same parts on every route:
 * their colours are measured once.
 */
function axeOf(open: boolean, pathname: string, template: string, rest: string): Axe {
  if (!open || !isNews(`axe ${pathname} ${template} ${rest}`)) return 'no'
  return !template.includes('/') || isNews(`colours ${template} ${rest}`) ? 'whole' : 'markup'
}

/**
 * What has to be done with a screen. Roles that share a page differ in names, not in markup, so most is done
 * once.
 */
function worthOf(role: Role | null, { template, path }: Screen) {
  const { pathname, searchParams } = new URL(path, 'http://portal')
  const home = template === 'workspace-home' && role
  const state = searchParams.get('state')
  // A record's own screens look alike for everybody who opens them, and so does a page at the same address:
  // only homes differ by role. What lists show differs by scope, which the server's tests walk for every role
  // and type.
  const open = isNews(
    template.includes('/') ? `open ${template} ${searchParams.get('tab')}` : `open ${path} ${home}`,
  )
  return {
    open,
    axe: axeOf(open, pathname, template, `${state} ${home}`),
    phone: open && isNews(`phone ${template} ${state} ${home}`),
  }
}

/**
 * Turns to another page as a link within the portal does. By way of no page at all, so that what stood there
 * before is gone.
 */
async function turnTo(page: Page, path: string) {
  const turn = (to: string) =>
    page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
    )
  await turn('/home/no-such-page')
  await page.getByTestId('not-found').waitFor()
  await turn(path)
  await page.getByTestId('not-found').waitFor({ state: 'detached' })
}

/**
 * Each screen on the desk, a route by loading it and what else stands on it by turning there; with axe once
 * per route, and once per template as wide as a phone.
 */
async function walk(role: Role | null): Promise<string[]> {
  const window = await windowOf(role)
  const faults: string[] = []
  const loaded = new Set<string>()
  for (const screen of await everyScreen(role)) {
    const worth = worthOf(role, screen)
    if (!worth.open) continue
    const [route = ''] = screen.path.split('?')
    if (loaded.has(route)) await turnTo(window.page, screen.path)
    else await window.page.goto(screen.path)
    loaded.add(route)
    faults.push(...(await faultsOf(window, screen, 'desk', desk, worth.axe)))
    if (worth.phone) faults.push(...(await faultsOf(window, screen, 'phone', phone, 'whole')))
  }
  await window.close()
  return faults
}

/** Two at a time, because the server has one core and the browser the other. */
const teams: readonly (readonly [string, readonly (Role | null)[]])[] = [
  ['visitors, teachers and those without a workspace of their own', [null, 1, 2, 99, 100]],
  ['schools', [3]],
  ['districts, cities and the province', [4, 5, 6]],
]

describe.runIf(everything)('every page is sound on a desk and on a phone', () => {
  it.concurrent.each(teams)(
    'for %s',
    async (_word, roles) => {
      const faults: string[] = []
      for (const role of roles) faults.push(...(await walk(role)))
      expect(faults).toEqual([])
    },
    900_000,
  )
})

/** One screen of each template, of the roles that between them have all. */
async function templates(): Promise<Map<Role | null, Screen[]>> {
  const met = new Set<string>()
  const found = new Map<Role | null, Screen[]>()
  for (const role of [null, 2, 3] as const) {
    const all = await everyScreen(role)
    found.set(
      role,
      all.filter(({ template }) => !met.has(template) && met.add(template)),
    )
  }
  return found
}

/** Which templates a look is tried on: all, or every second one from the first or from the second. */
type Share = 'all' | 'even' | 'odd'
const isIn = (share: Share, index: number): boolean =>
  everything || share === 'all' || (index % 2 === 0) === (share === 'even')

interface Look {
  /** The switch of the header that is pressed, if any. */
  readonly look: string
  readonly pressed: boolean
  readonly word: string
  readonly size: Size
  readonly axe: Axe
  readonly share: Share
}

/** A screen of each template as it looks after a switch of the header was pressed. */
async function walkSwitched({ look, pressed, word, size, axe, share }: Look): Promise<string[]> {
  const faults: string[] = []
  for (const [role, screens] of await templates()) {
    const window = await windowOf(role)
    const { page } = window
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (pressed) await page.getByRole('button', { name: look }).first().click()
    for (const screen of screens.filter((_, index) => isIn(share, index))) {
      await turnTo(page, screen.path)
      faults.push(...(await faultsOf(window, screen, word, size, axe)))
    }
    await window.close()
  }
  return faults
}

/** On a phone the markup differs, when dark the colours do. */
const looks: readonly Look[] = [
  ...(everything
    ? []
    : [{ look: '浅色', pressed: false, word: 'desk', size: desk, axe: 'whole', share: 'all' } as const]),
  {
    look: '长者模式',
    pressed: true,
    word: 'elder',
    size: phone,
    axe: everything ? 'whole' : 'markup',
    share: 'even',
  },
  {
    look: '深色',
    pressed: true,
    word: 'dark',
    size: desk,
    axe: everything ? 'whole' : 'colours',
    share: 'odd',
  },
]

describe('every template is sound', () => {
  it.concurrent.each(looks)(
    'in $look',
    async (look) => {
      expect(await walkSwitched(look)).toEqual([])
    },
    600_000,
  )
})

it('a list of many columns scrolls in its box on a desk at 200 %, and the page stays', async () => {
  const city = await openDesk({ width: 683, height: 384 }, await sessionOf('city'))
  await city.page.goto('/city/xqkygl')
  await city.page.getByTestId('case-line').first().waitFor()
  await expectNoSidewaysScroll(city.page, 'research at 200 %')
  await expectAccessible(city.page, 'research at 200 %', { contrast: false })
  expect(city.complaints).toEqual([])
  await city.close()
})
