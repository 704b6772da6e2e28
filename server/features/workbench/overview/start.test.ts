import { afterAll, beforeAll, expect, it } from 'vitest'
import { overview, type BeginningStep } from '../../../../catalogue/contract/administration/overview.ts'
import type { PublicPage, Site } from '../../../../catalogue/contract/portal/portal.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { keys } from '../../../app/testing/test-sign-in.ts'
import { StandIn } from '../../../platform/channels/testing/stand-in.ts'
import { sql } from '../../../platform/db/sql.ts'

const gateway = new StandIn()
let region: Region
let admin: Person
beforeAll(async () => {
  const smsUrl = `${await gateway.open()}/sms`
  const publicOrigin = 'https://xingtan.example.cn'
  region = await testRegion('start', undefined, { smsUrl, publicOrigin })
  admin = await region.add(1, region.places.province, '管理员')
})
afterAll(async () => {
  await region.close()
  await gateway.close()
})

const url = '/api/v1/overview'
interface TrialResult {
  readonly ok: boolean
  readonly words: string
}
const test = (key: string, who = admin) => who.post<TrialResult>(`${url}/connections/${key}/test`, {})
const now = async () => overview.parse((await admin.get(url)).data)
const stepOf = async (key: string): Promise<BeginningStep | undefined> =>
  (await now()).beginning?.find((step) => step.key === key)
const visited = async <T>(path: string) =>
  (await region.app.inject({ method: 'GET', url: path })).json<{ data: T; error_code: number }>()

it('is the administrator’s alone, and refuses what is no connection, no step and no choice', async () => {
  const { teacher, school, area, city, province } = region.people
  for (const who of [teacher, school, area, city, province]) {
    expect((await test('storage', who)).status).toBe(403)
    expect((await who.put(`${url}/portal`, { opened: false })).status).toBe(403)
    expect((await who.put(`${url}/steps/backup`, { putOff: true })).status).toBe(403)
  }
  for (const [method, path] of [
    ['POST', `${url}/connections/sms/test`],
    ['PUT', `${url}/portal`],
    ['PUT', `${url}/steps/backup`],
  ] as const)
    expect((await region.app.inject({ method, url: path, payload: {} })).statusCode).toBe(401)
  expect((await test('fax')).status).toBe(400)
  expect((await admin.put(`${url}/portal`, { opened: 'yes' })).msg).toBe('请选择开通或关闭')
  expect((await admin.put(`${url}/portal`, {})).status).toBe(400)
  expect((await admin.put(`${url}/steps/backup`, { putOff: 1 })).status).toBe(400)
  expect((await admin.put(`${url}/steps/second`, { putOff: true })).status).toBe(404)
})

it('says of each connection whether it is there, and tries it', async () => {
  const { connections } = await now()
  expect(connections.map(({ key, state }) => [key, state])).toEqual([
    ['sms', 'on'],
    ['mail', 'off'],
    ['storage', 'on'],
    ['backup', 'off'],
    ['domain', 'on'],
  ])
  expect((await test('storage')).data).toEqual({ ok: true, words: '写入、读出、删除都正常' })
  expect(await test('mail')).toMatchObject({ status: 409, msg: '邮件没有接通' })
  expect((await test('backup')).status).toBe(409)
  expect((await test('domain')).data.ok).toBe(false)
  const lines = await region.db.query<{ facts: unknown }>(
    sql`select facts from audit where action = 'connection.tested' order by id`,
  )
  expect(lines.map(({ facts }) => facts)).toEqual([
    { connection: 'storage', ok: true },
    { connection: 'domain', ok: false },
  ])
})

it('sends a test to the own phone only, and says what the gateway answered', async () => {
  const phone = (sealed: string | null) =>
    region.db.execute(sql`update person set mobile_sealed = ${sealed} where id = ${admin.personId}`)
  await phone(null)
  expect(await test('sms')).toMatchObject({ status: 409, msg: '请先在个人中心登记手机号' })
  await phone(keys.seal('13911112222', `person|mobile|${admin.personId}`))
  gateway.mood = () => ({ status: 400 })
  expect((await test('sms')).data.ok).toBe(false)
  gateway.mood = () => 'take'
  expect((await test('sms')).data.ok).toBe(true)
  expect(gateway.taken.map(({ to }) => to)).toEqual(['13911112222'])
})

it('takes few tests a minute', async () => {
  const many = await region.add(1, region.places.province, '急性子')
  const answers = []
  for (let tries = 0; tries < 11; tries += 1) answers.push((await test('storage', many)).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

it('shows visitors nothing before a person opens the portal, and everything published after', async () => {
  await region.db.execute(sql`
    insert into content (type, institution_id, province_id, by_identity, value, live, live_no, publish_at)
    select 'policy', id, id, ${admin.identityId}, '{}', '{"title":"第一份政策","visibility":"2"}', 1, now() - interval '1 minute'
    from institution where id = ${region.places.province}`)
  const list = () => visited<PublicPage>('/api/v1/portal/contents/policy')
  const site = async () => (await visited<{ data: Site }>('/api/v1/siteConfig')).data.data
  expect((await list()).data.list.map(({ id }) => id)).toHaveLength(1)
  const id = (await list()).data.list[0]?.id
  expect((await admin.put(`${url}/portal`, { opened: false })).status).toBe(200)
  expect((await now()).portalOpened).toBe(false)
  expect((await stepOf('portal'))?.done).toBe(false)
  expect((await list()).data.list).toEqual([])
  expect((await visited(`/api/v1/portal/contents/policy/${id}`)).error_code).not.toBe(0)
  expect((await site()).opened).toBe(false)
  expect((await region.app.inject({ method: 'GET', url: '/home/index' })).body).not.toContain('第一份政策')
  expect((await admin.get<PublicPage>('/api/v1/portal/contents/policy')).data.list).toHaveLength(1)
  expect((await visited('/api/v1/portal/legal/privacyPolicy')).error_code).toBe(0)
  await admin.put(`${url}/portal`, { opened: true })
  await admin.put(`${url}/portal`, { opened: true })
  expect((await list()).data.list).toHaveLength(1)
  expect((await site()).opened).toBe(true)
  const lines = await region.db.query<{ action: string }>(
    sql`select action from audit where action in ('portal.opened', 'portal.closed') order by id`,
  )
  expect(lines.map(({ action }) => action)).toEqual(['portal.closed', 'portal.opened'])
})

it('has a step for name, gateways, backup and domain, which check themselves or are put off', async () => {
  const keysOf = ['name', 'sending', 'backup', 'domain', 'portal']
  const steps = (await now()).beginning ?? []
  expect(steps.map(({ key }) => key).slice(6)).toEqual(keysOf)
  expect(steps.filter(({ done }) => done).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['domain', 'portal']),
  )
  expect((await stepOf('backup'))?.done).toBe(false)
  await region.db.execute(sql`
    insert into backup_run (began_at, ended_at, result) values (now(), now(), 'made')`)
  expect((await stepOf('backup'))?.done).toBe(true)
  await admin.put(`${url}/steps/sending`, { putOff: true })
  expect(await stepOf('sending')).toMatchObject({ done: false, putOff: true, mayWait: true })
  await admin.put(`${url}/steps/sending`, { putOff: false })
  expect((await stepOf('sending'))?.putOff).toBe(false)
})
