import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CasePage, CaseView, Memberships } from '../../catalogue/contract/processes.ts'
import { callerOf, type Caller } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { choose, confirmWith, expectFocused, expectSaid, expectText, field, type } from '../tools/form.ts'

/** 听潮中学 (江城区) takes somebody in from 听松初级中学 (阳东区): four parties with an account each. */
let school: Desk
const desks: Desk[] = []
async function deskOf(account: string): Promise<Page> {
  const opened = await openDesk(undefined, await sessionOf(account))
  desks.push(opened)
  return opened.page
}
beforeAll(async () => {
  school = await openDesk(undefined, await sessionOf('school'))
  desks.push(school)
})
afterAll(async () => {
  for (const { complaints } of desks) expect(complaints).toEqual([])
  await closeBrowser()
})

const day = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const line = (page: Page, name: string) => page.getByTestId('case-line').filter({ hasText: name })
const open = async (page: Page, name: string) => {
  await line(page, name).getByRole('link').click()
  await page.getByTestId('case').getByRole('heading', { level: 2, name }).waitFor()
}

interface Somebody {
  readonly id: number
  readonly name: string
  readonly number: string
}

/** The whole identity number of an own teacher, asked for with a reason where it is masked. */
async function numberOf(caller: Caller, id: number): Promise<string | null> {
  const of = '/api/v1/records/basicInfo'
  const { data } = await caller.get<{ list: { id: string }[] }>(`${of}?ownerId=${id}`)
  const one = `${of}/${data.list[0]?.id ?? ''}`
  const seen = await caller.get<{ effective: { idCardNo: string } | null } | null>(one)
  const number = seen.data?.effective?.idCardNo ?? ''
  if (!number.includes('*')) return number === '' ? null : number
  const shown = await caller.post<{ value: string } | null>(`${one}/reveal`, {
    field: 'idCardNo',
    reason: '核对调动材料',
  })
  return shown.data?.value ?? null
}

/** A teacher of an office's school whom nothing is going on about, with the whole number. */
async function somebodyOf(account: string, letters: string): Promise<Somebody> {
  const caller = await callerOf(account)
  const [{ data: found }, ...open] = await Promise.all([
    caller.get<{ list: { id: number; name: string }[] }>(`/api/v1/teachers?q=${letters}`),
    ...['transfer', 'posting', 'statusChange'].map((type) =>
      caller.get<CasePage>(`/api/v1/${type}?queue=open&pageSize=100`),
    ),
  ])
  const busy = new Set(open.flatMap(({ data }) => data.list.map(({ teacherId }) => teacherId)))
  for (const { id, name } of found.list.filter((one) => !busy.has(one.id))) {
    const number = await numberOf(caller, id)
    if (number !== null) return { id, name, number }
  }
  throw new Error('nobody with a number')
}

it('a transfer through four parties: refused once with a reason, begun again, in force on its day', async () => {
  const person = await somebodyOf('school2', 'l')
  const { page } = school
  await page.goto('/setteacher/teacher?tab=transfer')
  await page.getByRole('link', { name: '发起调入' }).click()
  await page.getByLabel('姓名').fill(person.name)
  await page.getByLabel('证件号').fill('110101199001011237')
  await page.getByRole('button', { name: '下一步：填写' }).click()
  await expectText(page, '没有找到这位教师：请核对姓名和证件号')
  await expectAccessible(page, 'beginning a transfer')
  await page.getByLabel('证件号').fill(person.number)
  await page.getByRole('button', { name: '下一步：填写' }).click()
  await page.getByTestId('case').getByRole('heading', { level: 2, name: person.name }).waitFor()
  await page.getByRole('button', { name: '发起调入' }).click()
  await expectText(page, '请填写事由')
  await expectFocused(page, field(page, '生效日期'))
  await type(page, '生效日期', day(-1))
  await page.keyboard.press('Escape')
  await type(page, '事由', '学科教师缺编')
  await expectText(page.getByTestId('save-line'), '草稿已保存')
  await expectAccessible(page, 'form of a transfer')
  await page.getByRole('button', { name: '发起调入' }).click()
  await expectSaid(page, /待调出学校同意/)

  const sender = await deskOf('school2')
  await sender.goto('/setteacher/teacher?tab=transfer&queue=mine')
  await open(sender, person.name)
  await sender.getByRole('button', { name: '同意调出' }).click()
  await confirmWith(sender, '同意调出')
  await expectSaid(sender, /待调出主管部门同意/)

  const authority = await deskOf('area2')
  await authority.goto('/areas/teacher?tab=transfer&queue=mine')
  await open(authority, person.name)
  await authority.getByRole('button', { name: '不同意' }).click()
  const dialog = authority.getByRole('dialog', { name: /不同意/ })
  await dialog.getByRole('button', { name: '不同意' }).click()
  await expectText(dialog, '请写明原因')
  await dialog.getByLabel('原因').fill('请先补商调函')
  await expectAccessible(authority, 'refusing a transfer')
  await dialog.getByRole('button', { name: '不同意' }).click()
  await expectSaid(authority, /未同意/)

  await page.reload()
  await expectText(page.getByTestId('case-timeline'), '请先补商调函')
  await shoot(page, 'transfer-refused')

  // Begun again. What was clicked once is called now, up to the last decision.
  const [receiver, sending, above] = await Promise.all([
    callerOf('school'),
    callerOf('school2'),
    callerOf('area2'),
  ])
  const about = { name: person.name, number: person.number }
  const value = { kind: '1', effectiveOn: day(-1), reason: '学科教师缺编' }
  let { data: view } = await receiver.post<CaseView>('/api/v1/transfer', { about, value })
  for (const [who, action] of [
    [receiver, 'submit'],
    [sending, 'agree'],
    [above, 'agree'],
  ] as const) {
    const answer = await who.post<CaseView>(`/api/v1/transfer/${view.id}/${action}`, {
      version: view.version,
    })
    expect(answer.status, answer.text).toBe(200)
    view = answer.data
  }
  const last = await deskOf('area')
  await last.goto('/areas/teacher?tab=transfer&queue=mine')
  await open(last, person.name)
  await last.getByRole('button', { name: '批准调入' }).click()
  await confirmWith(last, '批准调入')
  await expectSaid(last, /已生效/)
  await expectText(last, '交接清单')
  await expectText(last.getByRole('table', { name: '交接清单' }), '江城区听潮中学')
  await expectAccessible(last, 'transfer in force')
  await shoot(last, 'transfer-in-force')
  const history = await receiver.get<Memberships>(`/api/v1/membership?teacherId=${person.id}`)
  expect(history.data.list.map(({ institution, to }) => [institution.name, to])).toEqual([
    ['江城区听潮中学', null],
    ['阳东区听松初级中学', day(-2)],
  ])
  await last.getByRole('button', { name: '撤销已生效的调动' }).click()
  await last.getByRole('dialog').getByLabel('原因').fill('演示结束')
  await last.getByRole('dialog').getByRole('button', { name: '撤销已生效的调动' }).click()
  await expectSaid(last, /已取消/)
})

it('a posting is agreed by the host and the district above both, and ends by itself the day after its last', async () => {
  const { page } = school
  const person = await somebodyOf('school', 'h')
  await page.goto(`/setteacher/teacher?tab=posting&new=1&teacher=${person.id}`)
  await page.getByRole('button', { name: '下一步：填写' }).click()
  await page.getByTestId('case').getByRole('heading', { level: 2, name: person.name }).waitFor()
  await choose(page, '派出类别', '', '兼课')
  await choose(page, '接收学校', '听松', '阳东区听松初级中学')
  await type(page, '开始日期', day(-9))
  await page.keyboard.press('Escape')
  await type(page, '结束日期', day(-1))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '发起派出' }).click()
  await expectSaid(page, /待接收学校同意/)
  const id = new URL(page.url()).searchParams.get('case') ?? ''
  const [host, city] = await Promise.all([callerOf('school2'), callerOf('city')])
  const url = `/api/v1/posting/${id}`
  for (const [who, action] of [
    [host, 'agree'],
    [city, 'approve'],
  ] as const) {
    const { version } = (await who.get<CaseView>(url)).data
    expect((await who.post(`${url}/${action}`, { version })).status).toBe(200)
  }
  await page.reload()
  const timeline = page.getByTestId('case-timeline')
  await expectText(timeline, '到期结束')
  await expectText(timeline, '系统')
})

it('a school reports a retirement from the phone; its district sends it back and confirms it', async () => {
  const person = await somebodyOf('school', 'z')
  const small = await openDesk(phone, await sessionOf('school'))
  desks.push(small)
  const { page } = small
  await page.goto(`/setteacher/teacher?tab=statusChange&new=1&teacher=${person.id}`)
  await page.getByRole('button', { name: '下一步：填写' }).click()
  await page.getByTestId('case').getByRole('heading', { level: 2, name: person.name }).waitFor()
  await choose(page, '变更类别', '', '退休')
  await choose(page, '新状态', '', '退休')
  await choose(page, '离校离职原因', '', '退休')
  await type(page, '生效日期', day(60))
  await page.keyboard.press('Escape')
  await expectNoSidewaysScroll(page, 'form of a retirement')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expectSaid(page, /待主管部门确认/)
  await expectAccessible(page, 'retirement on a phone')
  await shoot(page, 'retirement-phone')
  const area = await callerOf('area')
  const url = `/api/v1/statusChange/${new URL(page.url()).searchParams.get('case') ?? ''}`
  const { version } = (await area.get<CaseView>(url)).data
  expect((await area.post(`${url}/return`, { version, reason: '请附退休审批表' })).status).toBe(200)
  await page.reload()
  await expectText(page.getByTestId('case-timeline'), '请附退休审批表')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expectSaid(page, /待主管部门确认/)
  const again = (await area.get<CaseView>(url)).data
  const confirmed = await area.post<CaseView>(`${url}/approve`, { version: again.version })
  expect(confirmed.data).toMatchObject({ state: 'scheduled', actsOn: day(60) })
  const back = await (await callerOf('school')).post(`${url}/cancel`, { version: confirmed.data.version })
  expect(back.status).toBe(200)
})
