import { afterAll, expect, it } from 'vitest'
import type { Role } from '../../catalogue/access/roles.ts'
import { pagesFor, type PageName } from '../../catalogue/pages/pages.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import { closeBrowser, openDesk, sessionOf } from '../tools/browser.ts'

afterAll(closeBrowser)

const accounts: readonly (readonly [role: Role, account: string])[] = [
  [1, 'admin'],
  [2, 'teacher'],
  [3, 'school'],
  [4, 'area'],
  [5, 'city'],
  [6, 'province'],
  [99, 'expert'],
  [100, 'review100'],
]

/**
 * Lists of records that are one page each, opened by type and without a number all over the other journeys.
 */
const lists: ReadonlySet<PageName> = new Set([
  'record-section',
  'institution-records',
  'archive-list',
  'review',
  'roll',
  'analysis',
  'board',
])

/**
 * Each kind of page of a feature once, with the first role that has it: the same component stands behind the
 * others.
 */
function pathsByRole(): ReadonlyMap<Role, readonly string[]> {
  const seen = new Set<string>()
  return new Map(
    accounts.map(([role]) => {
      const own = pagesFor(role).filter(({ page, feature, path, redirect, roles }) => {
        const kind = `${page} ${feature} ${/Edit|Detail|List/.exec(path)?.[0] ?? ''}`
        const isOpen = page !== null && redirect === undefined && !roles.includes('public')
        const isNew = isOpen && !lists.has(page) && !seen.has(kind)
        if (isNew) seen.add(kind)
        return isNew
      })
      return [role, own.map(({ path }) => path)]
    }),
  )
}

const byRole = pathsByRole()

// A school has most kinds of pages.
it.each(accounts.filter(([role]) => everything || role === 3))(
  'opened without a number, no page of role %i asks the server for what is missing',
  async (role, account) => {
    const { page, complaints, close } = await openDesk(undefined, await sessionOf(account))
    const refused: string[] = []
    let at = ''
    const underWay = new Set<unknown>()
    page.on('request', (request) => {
      if (/\/api\/(?!.*\/stream$)/.test(request.url())) underWay.add(request)
    })
    page.on('requestfailed', (request) => underWay.delete(request))
    page.on('response', (answer) => {
      underWay.delete(answer.request())
      if (answer.status() >= 400) refused.push(`${at}: ${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    for (const path of byRole.get(role) ?? []) {
      at = path
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      // Two frames after the heading, what the page asks for has been sent.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await expect.poll(() => underWay.size, { message: path, timeout: 40_000 }).toBe(0)
    }
    expect(refused).toEqual([])
    expect(complaints).toEqual([])
    await close()
  },
)
