import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { records } from '../../../catalogue/records/registry.gen.ts'
import type { LegalAnswer, LegalText } from '../../../catalogue/contract/portal/legal.ts'
import { builtInEdition, legalTexts } from '../../../catalogue/legal/texts.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('legal')))
afterAll(() => region.close())

const mine = '/api/v1/account/legal'
const anybody = async (name: string) => {
  const { statusCode, body } = await region.app.inject({ url: `/api/v1/portal/legal/${name}` })
  const answer: { data: LegalText; msg: string } = JSON.parse(body)
  return { status: statusCode, ...answer }
}
const dueFor = async (who: Person) => (await who.get<LegalAnswer>(mine)).data.due
const namesDue = async (who: Person) => (await dueFor(who)).map(({ name }) => name)
const agree = (who: Person, edition: string, names = ['userAgreement', 'privacyPolicy']) =>
  who.post(mine, { texts: names.map((name) => ({ name, edition })) })

async function publish(edition: string, changes: string): Promise<void> {
  const { admin } = region.people
  const value = {
    title: '用户协议',
    edition,
    effectiveOn: '2026-12-01',
    changes,
    content: '<p>本区域的约定</p><script>alert(1)</script>',
  }
  const { data } = await admin.get<{ list: { id: number; version: number }[] }>(
    '/api/v1/contents/userAgreement',
  )
  const [before] = data.list
  const made = before
    ? await admin.put<{ id: number; version: number }>(`/api/v1/contents/userAgreement/${before.id}`, {
        value,
        version: before.version,
      })
    : await admin.post<{ id: number; version: number }>('/api/v1/contents/userAgreement', { value })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  const { id, version } = made.data
  const out = await admin.post(`/api/v1/contents/userAgreement/${before?.id ?? id}/publish`, { version })
  expect(out.msg, JSON.stringify(out.data)).toBe('ok')
}

describe('texts that come with the program', () => {
  it.each(legalTexts.map(({ name, title }) => [name, title]))(
    '%s is read by anybody',
    async (name, title) => {
      const { status, data } = await anybody(name)
      expect(status).toBe(200)
      expect(data).toMatchObject({ title, edition: builtInEdition, builtIn: true })
      expect(data.html.length).toBeGreaterThan(400)
      expect(data.html).not.toMatch(/undefined|null|\[object/)
    },
  )

  it('names every field that the archives of teachers store', async () => {
    const { data } = await anybody('collectionList')
    for (const { owner, title, fields } of Object.values(records)) {
      if (owner !== 'teacher') continue
      expect(data.html).toContain(title)
      for (const { label } of Object.values(fields)) expect(data.html).toContain(label)
    }
    expect(data.html).toContain('身份证件号码（敏感）')
  })

  it('says how long the log of this installation is kept', async () => {
    expect((await anybody('privacyPolicy')).data.html).toContain('60 个月')
  })

  it('is no other text, whatever the address says', async () => {
    expect((await anybody('constructor')).status).toBe(400)
  })
})

describe('consent', () => {
  it('is due at first, once for each person, and kept with edition, act and address', async () => {
    const { teacher, school } = region.people
    expect(await namesDue(teacher)).toEqual(['userAgreement', 'privacyPolicy'])
    expect((await dueFor(teacher)).map(({ asks, isNew }) => [asks, isNew])).toEqual([
      ['agreed', false],
      ['read', false],
    ])
    const [first, second] = await Promise.all([
      agree(teacher, builtInEdition),
      agree(teacher, builtInEdition),
    ])
    expect([first.msg, second.msg]).toEqual(['ok', 'ok'])
    expect(await namesDue(teacher)).toEqual([])
    expect(await namesDue(school)).toEqual(['userAgreement', 'privacyPolicy'])
    const rows = await region.db.query(sql`
      select kind, act, edition, ip <> '' as "hasAddress" from consent_log where person_id = ${teacher.personId} order by kind desc`)
    expect(rows).toEqual([
      { kind: 'userAgreement', act: 'agreed', edition: builtInEdition, hasAddress: true },
      { kind: 'privacyPolicy', act: 'read', edition: builtInEdition, hasAddress: true },
    ])
    const { log } = (await teacher.get<LegalAnswer>(mine)).data
    expect(log.map(({ title, act }) => [title, act])).toEqual([
      ['隐私政策', 'read'],
      ['用户协议', 'agreed'],
    ])
  })

  it('is asked again for another edition, says what changed, and refuses an edition that is no longer in force', async () => {
    const { teacher } = region.people
    await publish('2027-01', '增加了资源共享的约定')
    const due = await dueFor(teacher)
    expect(due).toMatchObject([
      {
        name: 'userAgreement',
        edition: '2027-01',
        changes: '增加了资源共享的约定',
        isNew: true,
        builtIn: false,
      },
    ])
    expect(due[0]?.html).toContain('本区域的约定')
    expect(due[0]?.html).not.toContain('script')
    const late = await agree(teacher, builtInEdition, ['userAgreement'])
    expect([late.status, late.msg]).toEqual([409, '《用户协议》刚刚更新，请重新阅读'])
    expect((await agree(teacher, '2027-01', ['userAgreement'])).msg).toBe('ok')
    await publish('2027-01', '改了一个错字')
    expect(await namesDue(teacher)).toEqual([])
    const [row] = await region.db.query<{ contentNo: number }>(sql`
      select content_no as "contentNo" from consent_log where edition = '2027-01'`)
    expect(row?.contentNo).toBe(1)
  })

  it('is refused to strangers and for bad input, and never changed or taken out by the program', async () => {
    expect((await region.app.inject({ url: mine })).statusCode).toBe(401)
    expect((await region.app.inject({ method: 'POST', url: mine, payload: { texts: [] } })).statusCode).toBe(
      401,
    )
    const { school } = region.people
    for (const body of [
      {},
      { texts: [] },
      { texts: [{ name: 'x', edition: '1' }] },
      { texts: [{ name: 'privacyPolicy' }] },
    ])
      expect((await school.post(mine, body)).status, JSON.stringify(body)).toBe(400)
    await expect(region.db.execute(sql`update consent_log set act = 'withdrawn'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(region.db.execute(sql`delete from consent_log`)).rejects.toThrow('permission denied')
  })

  it('is asked of nobody else than who reads: not of an administrator who looks through their eyes', async () => {
    const { admin, school } = region.people
    const viewed = await admin.post('/api/v1/viewAs', { identityId: school.identityId, reason: '核对页面' })
    expect(viewed.msg).toBe('ok')
    expect((await admin.get<LegalAnswer>(mine)).data.due).toEqual([])
    expect((await admin.post('/api/v1/viewAs/end', {})).msg).toBe('ok')
    expect((await namesDue(admin)).length).toBe(2)
  })
})
