import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { Role } from '../catalogue/access/roles.ts'
import { closeBrowser, desk, expectAccessible, expectNoSidewaysScroll, openDesk, phone, sessionOf, shoot, type Desk } from './browser.ts'
import { accountFor, pageScreens, recordScreens, type Screen } from './screens.ts'

afterAll(closeBrowser)

const everyone: readonly (Role | null)[] = [null, 1, 2, 3, 4, 5, 6, 99, 100]
const sizes = [
  ['desk', desk],
  ['phone', phone],
] as const

/** A window of somebody who has signed in already. */
async function windowOf(role: Role | null, size: { width: number; height: number }): Promise<Desk> {
  const account = role === null ? undefined : accountFor[role]
  return openDesk(size, account === undefined ? undefined : await sessionOf(account))
}

/** The page has drawn what it loaded: its heading is there and nothing is said to be loading. */
async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByText('正在加载', { exact: true }).first().waitFor({ state: 'detached' })
}

/** What every screen owes everybody. Returns sentences instead of throwing, so that one run tells all that is wrong. */
async function faultsOf({ page, complaints }: Desk, { path, name }: Screen, word: string): Promise<string[]> {
  const faults: string[] = []
  const check = async (what: () => Promise<void>) => what().catch((error: unknown) => void faults.push(`${word} ${path}: ${String(error).split('\n\n')[0]}`))
  complaints.length = 0
  await page.goto(path)
  await check(async () => {
    await settled(page)
    await shoot(page, `${word}-${name}`)
    expect(await page.getByRole('heading', { level: 1 }).count(), 'one h1').toBe(1)
    expect(await page.title(), 'title').toMatch(/^\S.* - 杏坛$|^杏坛.+/)
  })
  await check(() => expectNoSidewaysScroll(page, 'sideways'))
  await check(() => expectAccessible(page, 'axe').catch((error: unknown) => Promise.reject(new Error(String(error).replaceAll('\n', ' ').slice(0, 600)))))
  if (complaints.length > 0) faults.push(`${word} ${path}: ${complaints.map((text) => text.slice(0, 300)).join(' | ')}`)
  return faults
}

async function walk(window: Desk, screens: readonly Screen[], word: string): Promise<string[]> {
  const faults: string[] = []
  for (const screen of screens) faults.push(...(await faultsOf(window, screen, word)))
  await window.close()
  return faults
}

describe.each(sizes)('on a %s', (word, size) => {
  it.each(everyone)('every page of role %s is sound', async (role) => {
    const screens = [...pageScreens(role), ...(role === null ? [] : await recordScreens(role))]
    expect(screens.length > 0 || role === 100).toBe(true)
    expect(await walk(await windowOf(role, size), screens, word)).toEqual([])
  })
})

/** One screen of each template, of the roles that between them have all. */
async function templates(): Promise<Map<Role | null, Screen[]>> {
  const seen = new Set<string>()
  const found = new Map<Role | null, Screen[]>()
  for (const role of [null, 2, 3, 4] as const) {
    const all = [...pageScreens(role), ...(role === null ? [] : await recordScreens(role))]
    found.set(role, all.filter(({ template }) => !seen.has(template) && seen.add(template)))
  }
  return found
}

describe.each([
  ['长者模式', 'elder', phone],
  ['深色', 'dark', desk],
] as const)('in %s', (label, word, size) => {
  it('every template is sound', async () => {
    const faults: string[] = []
    for (const [role, screens] of await templates()) {
      const window = await windowOf(role, desk)
      await window.page.goto('/')
      await window.page.getByRole('button', { name: label }).first().click()
      await window.page.setViewportSize(size)
      faults.push(...(await walk(window, screens, word)))
    }
    expect(faults).toEqual([])
  })
})
