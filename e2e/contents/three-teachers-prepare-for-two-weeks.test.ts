import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reachDatabase } from '../../scripts/reach-database.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openDatabase, type Database } from '../../server/platform/db/database.ts'
import { sql } from '../../server/platform/db/sql.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { confirmWith, expectText, field } from '../tools/form.ts'
import { demoFolder } from '../tools/demo-region.ts'
import { removePortal, startPortal, stopPortal } from '../tools/portal.ts'

/**
 * A portal of its own, because its clock is moved: what happened is dated back, which is what the portal sees of
 * time that went by.
 */
let portal: { process: ChildProcess; url: string }
let folder: string
let former: string | undefined
let db: Database
let end: () => Promise<void>
let third: string
beforeAll(async () => {
  folder = await demoFolder('weeks')
  portal = await startPortal({ DATA_DIR: folder, REQUESTS_PER_MINUTE: '1000000', OFFICE_PROGRAM: 'off' })
  former = process.env['E2E_URL']
  process.env['E2E_URL'] = portal.url
  const reached = await reachDatabase(readConfig({ DATA_DIR: folder }), folder)
  end = reached.end
  db = openDatabase({ url: reached.url, max: 1 })
  // A third teacher of the same school is given the account that the demo gives to two.
  const { name } = await db.one<{ name: string }>(sql`
    update person p
    set login_name = 'thirdteacher', password_hash = t.password_hash, password_changed_at = t.password_changed_at
    from person t
    where t.login_name = 'teacher' and p.id = (
      select o.id from person o
      join identity oi on oi.person_id = o.id and oi.role = 2 and oi.state = 'enabled'
      join identity ti on ti.institution_id = oi.institution_id and ti.role = 2 and ti.person_id = t.id
      where o.login_name is null and not exists (
        select 1 from person n where n.name = o.name and n.id <> o.id)
      order by o.id limit 1)
    returning p.name`)
  third = name
}, 300_000)
afterAll(async () => {
  await closeBrowser()
  if (former === undefined) delete process.env['E2E_URL']
  else process.env['E2E_URL'] = former
  await db.close()
  await end()
  await stopPortal(portal.process)
  await removePortal(folder)
})

/** Days go by for all that stands of preparing lessons. */
async function days(count: number): Promise<void> {
  const ago = sql`make_interval(days => ${count})`
  await db.execute(sql`update prep set held_until = held_until - ${ago}, created_at = created_at - ${ago}`)
  await db.execute(sql`update prep_version set at = at - ${ago}`)
  await db.execute(sql`update prep_note set at = at - ${ago}, done_at = done_at - ${ago}`)
  await db.execute(sql`update prep_own set updated_at = updated_at - ${ago}`)
}

const reload = async (...desks: readonly Desk[]) => {
  for (const { page } of desks) await page.reload()
}
const text = (page: Page, place: number, part: string) =>
  page.getByRole('textbox', { name: `第 ${place} 段：${part}` })
async function noteOn(page: Page, place: number, words: string): Promise<void> {
  await page.getByRole('button', { name: '写批注' }).nth(place).click()
  await field(page, '批注').fill(words)
  await page.getByRole('button', { name: '发出批注' }).click()
  await expectText(page, words)
}
/** Day of the clock of the portal, so many days ago, as lists write it. */
const dayAgo = (count: number): string =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', month: '2-digit', day: '2-digit' })
    .format(new Date(Date.now() - count * 86_400_000))
    .replace('/', '-')

it('three teachers prepare over two weeks: notes outlive versions, each takes the plan his way, all are named', async () => {
  const title = `相似三角形的判定 ${Date.now() % 100_000}`
  const main = await openDesk(desk, await sessionOf('teacher'))
  const { page } = main
  await page.goto('/teacher/bxbk')
  await page.getByRole('link', { name: '新增备课' }).click()
  await page.getByRole('textbox', { name: '课题', exact: true }).fill(title)
  await page.getByLabel(/^上课的那一周/).fill('2026-12-17')
  await page.getByLabel('学段').selectOption('普通初中')
  await page.getByRole('combobox', { name: '学科' }).selectOption('数学')
  await page.getByLabel('共案由谁定').selectOption('温知遥')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '写初备' }).click()
  await text(page, 1, '教学目标').fill('会用两角相等判定相似。')
  await text(page, 3, '教学过程').fill('从全等引入。')
  await page.getByRole('button', { name: '写好了' }).click()
  await page.getByRole('button', { name: '请大家研讨' }).click()
  await page.getByRole('heading', { name: '研讨中' }).waitFor()
  const address = new URL(page.url())
  const path = `${address.pathname}${address.search}`

  // Day 3: the leader notes on the phone; a third one joins by himself and notes on the other paragraph.
  await days(3)
  const leader = await openDesk(phone, await sessionOf('newcomer'))
  await leader.page.goto(path)
  await noteOn(leader.page, 0, '目标里补上画图。')
  const other = await openDesk(desk, await sessionOf('thirdteacher'))
  await other.page.goto(path)
  await other.page.getByRole('button', { name: '参加研讨' }).click()
  await noteOn(other.page, 2, '引入改用测旗杆。')
  await expectAccessible(other.page, 'a prep under discussion')

  // Day 6: a text that was begun and left days ago is held by nobody; what was noted is answered and written in.
  await days(3)
  await reload(main)
  await expectText(page, '引入改用测旗杆。')
  await page.getByRole('button', { name: '修改教案' }).click()
  await text(page, 1, '教学目标').fill('会用两角相等判定相似，会画图。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(page, '已保存')
  await days(1)
  await other.page.reload()
  await other.page.getByRole('button', { name: '修改教案' }).click()
  await text(other.page, 3, '教学过程').fill('测旗杆的高引入。')
  await other.page.getByRole('button', { name: '写好了' }).click()
  await reload(leader)
  await expectText(leader.page, '测旗杆的高引入。')
  // Notes stand at their paragraphs, with the version that they were written on and their day.
  await expectText(leader.page, '目标里补上画图。')
  await expectText(leader.page, `${dayAgo(4)}`)
  await leader.page.getByRole('button', { name: '定为共案' }).click()
  await confirmWith(leader.page, '定为共案')

  // Day 9: each takes the agreed plan his own way; after the lessons they say what they think of it.
  await days(2)
  await reload(main, other, leader)
  await other.page.getByRole('button', { name: '取用为我的个案' }).click()
  await text(other.page, 3, '教学过程').fill('测旗杆的高引入，分组。')
  await other.page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(other.page, '已保存')
  await leader.page.getByRole('button', { name: '取用为我的个案' }).click()
  await text(leader.page, 1, '教学目标').fill('会用两角相等判定相似，会画图，会说理。')
  await leader.page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(leader.page, '已保存')

  await days(5)
  await reload(other, leader)
  await field(other.page, '教学反思（课后写）').fill('分组太慢，改为两人一组。')
  await other.page.getByRole('button', { name: '保存', exact: true }).click()
  await expectText(other.page, '已保存')
  await other.page.getByRole('list', { name: '与共案的差异' }).getByText('分组').first().waitFor()
  await expectAccessible(other.page, 'an own plan with its reflection')

  // Two weeks after it began: the main author sees both ways, all versions by their days, and hands it in.
  await page.goto(`${path}&tab=others`)
  await expectText(page, '分组太慢，改为两人一组。')
  await page.getByRole('heading', { name: '温知遥的个案' }).waitFor()
  await page.getByRole('heading', { name: `${third}的个案` }).waitFor()
  await expectAccessible(page, 'own plans of the others')
  await shoot(page, 'prep-others')
  await page.goto(`${path}&tab=versions`)
  await expectText(page, dayAgo(14))
  await expectText(page, '第 2 版　定为共案')
  await page.getByRole('button', { name: '看第 1 版' }).click()
  await expectText(page, '从全等引入。')
  await expectAccessible(page, 'versions of a prep')
  await page.goto(path)
  await expectText(page, '目标里补上画图。')
  await page.getByRole('button', { name: '转入资源库' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  // Everybody who wrote or fixed the plan is named.
  for (const name of ['林疏影', '温知遥', third]) await expectText(page, name)
  await expectAccessible(page, 'a prepared lesson as a resource')
  await leader.page.goto('/teacher/bxbk')
  await expectNoSidewaysScroll(leader.page, 'preps on a phone')
  for (const { complaints } of [main, leader, other]) expect(complaints).toEqual([])
})
