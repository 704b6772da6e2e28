import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  logFilter,
  logIntegrity,
  logPage,
  type LogCheck,
  type LogIntegrity,
  type LogLine,
} from '../../../catalogue/contract/administration/audit-log.ts'
import { testRegion, type Answer, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { registry } from '../../app/records.ts'
import { openPlanReader, plansAreSpread } from '../../platform/db/testing/test-plans.ts'
import { idsOf, resolve } from './filter.ts'
import { linesStatement } from './lines.ts'
import { sealNext } from './seal.ts'

let region: Region
let record: string
beforeAll(async () => {
  region = await testRegion('log')
  const { teacher, school } = region.people
  const made = await teacher.post('/api/v1/records/studyExperience', {
    ...study,
    attachments: [await picture(region, teacher)],
  })
  record = made.data.id
  await teacher.post(`/api/v1/records/studyExperience/${record}/submit`, {})
  await school.post(`/api/v1/records/studyExperience/${record}/return`, { reason: '机密的理由' })
})
afterAll(() => region.close())

const log = async (query: string): Promise<LogLine[]> => {
  const answer = await region.people.admin.get(`/api/v1/log?${query}`)
  expect(answer.msg).toBe('ok')
  return logPage.parse(answer.data).list
}
const named = (name: string) => encodeURIComponent(name)

describe('the log', () => {
  it('is the administrator’s alone', async () => {
    const { admin, ...others } = region.people
    for (const who of [
      others.teacher,
      others.school,
      others.area,
      others.city,
      others.province,
      others.expert,
      others.staff,
    ]) {
      for (const path of ['', '/export', '/integrity'])
        expect((await who.get(`/api/v1/log${path}`)).status).toBe(403)
      expect((await who.post('/api/v1/log/integrity')).status).toBe(403)
    }
    expect((await region.app.inject({ method: 'GET', url: '/api/v1/log/export' })).statusCode).toBe(401)
    expect((await admin.get('/api/v1/log')).status).toBe(200)
  })

  it('says in words who did what to whose record, naming changed fields and never a reason or a value', async () => {
    const lines = await log(`person=${named('林疏影')}`)
    const returned = lines.find(({ action }) => action === 'flow.returned')
    expect(returned).toMatchObject({
      label: '退回修改',
      actor: { name: '周明岚' },
      person: { name: '林疏影' },
      type: '学习经历',
    })
    expect(lines.find(({ action }) => action === 'record.created')?.changed).toContain('获得学历')
    expect(JSON.stringify(lines)).not.toContain('机密的理由')
  })

  it('finds by actor, institution, action and day, and each combination', async () => {
    expect((await log(`actor=${named('周明岚')}`)).map(({ action }) => action)).toEqual(['flow.returned'])
    const ofSchool = await log(`institution=${named('东区一中')}`)
    expect(new Set(ofSchool.map(({ actor }) => actor?.name))).toEqual(new Set(['周明岚', '林疏影']))
    expect((await log('action=flow.submitted')).map(({ action }) => action)).toEqual(['flow.submitted'])
    expect(await log(`person=${named('林疏影')}&actor=${named('周明岚')}&action=flow.submitted`)).toEqual([])
    expect(await log(`person=${named('林疏影')}&institution=${named('西区一中')}`)).toEqual([])
    expect(await log(`person=${named('查无此人')}`)).toEqual([])
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect((await log(`action=flow.returned&start=${day}&end=${day}`)).length).toBe(1)
    expect(await log('action=flow.returned&end=2020-01-01')).toEqual([])
    expect(await log('action=flow.returned&start=2099-01-01')).toEqual([])
  })

  it('keeps sign-ins apart, with where they came from, and an unknown account only as a hash', async () => {
    const typed = 'NobodyKnows@88'
    for (const account of [typed, typed.toLowerCase(), 'someone_else']) {
      await region.app.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { account, password: 'x' },
        headers: { 'user-agent': '=cmd()' },
      })
    }
    const failed = await log('kind=signIn&action=login.failed')
    expect(failed).toHaveLength(3)
    expect(failed[0]).toMatchObject({ label: '登录失败', actor: null, person: null, ip: '127.0.0.1' })
    const hashes = (
      await region.db.query<{ account: string }>(
        sql`select facts ->> 'account' as account from audit where action = 'login.failed' order by id`,
      )
    ).map(({ account }) => account)
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[2]).not.toBe(hashes[0])
    expect(await log('action=login.failed')).toEqual([])
    const leaver = await region.add(3, region.places.school, '离席者')
    await leaver.get('/login/logout')
    expect((await log('kind=signIn&action=logout'))[0]).toMatchObject({
      actor: { name: '离席者' },
      person: { name: '离席者' },
    })
  })

  it('notes that an office looked at evidence', async () => {
    const { teacher, school } = region.people
    const { attachments } = await region.db.one<{ attachments: { file_id: string }[] }>(sql`
      select json_agg(u) as attachments from file_use u where record_id = ${record}`)
    const path = `/api/v1/upload/file?key=${attachments[0]?.file_id}`
    await teacher.get(path)
    expect(await log('action=file.read')).toEqual([])
    expect((await school.get(path)).status).toBe(200)
    expect(await log('action=file.read')).toMatchObject([
      { actor: { name: '周明岚' }, person: { name: '林疏影' }, type: '学习经历' },
    ])
  })

  it('leaves a line about whoever reads the log of a person', async () => {
    const before = (await log('action=log.read')).length
    await log(`personId=${region.people.colleague.personId}`)
    await log(`actor=${named('曾广')}`)
    const after = await log('action=log.read')
    expect(after.length).toBe(before + 2)
    expect(after[0]).toMatchObject({
      label: '查阅某人的日志',
      actor: { name: '管理员' },
      person: { name: '曾广' },
    })
  })

  it('turns pages without gap or repetition while lines are added', async () => {
    const seen: number[] = []
    let before: number | null = null
    do {
      const { data }: Answer<{ list: LogLine[]; next: number | null }> = await region.people.admin.get(
        `/api/v1/log?pageSize=2${before ? `&before=${before}` : ''}`,
      )
      seen.push(...data.list.map(({ id }) => id))
      before = data.next
      await region.db.execute(sql`insert into audit (action) values ('record.edited')`)
    } while (before !== null && seen.length < 40)
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
    expect(seen.length).toBeGreaterThan(5)
  })

  it.each([
    ['kind=x', '没有该日志'],
    ['start=2026-02-30', '没有这一天'],
    ['start=gestern', '日期应形如 2026-01-31'],
    ['start=2026-02-02&end=2026-02-01', '结束日期早于开始日期'],
    ['pageSize=1000', '每页至多 100 条'],
    ['before=0', '起点从 1 起'],
    ['personId=1e99', '编号过大'],
    ['actor=%00', '含有不能保存的字符，请删去后重试'],
    ['action=a%00', '含有不能保存的字符，请删去后重试'],
  ])('refuses %s', async (query, message) => {
    const answer = await region.people.admin.get(`/api/v1/log?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.data.errors).toContainEqual(expect.objectContaining({ message }))
  })
})

describe('the export', () => {
  it('is a table of exactly the filtered lines, safe to open, and a line of the log itself', async () => {
    const { admin } = region.people
    const response = await region.app.inject({
      method: 'GET',
      url: '/api/v1/log/export?kind=signIn&action=login.failed',
      headers: { token: admin.token },
    })
    expect(response.headers['content-type']).toContain('text/csv')
    const rows = response.body.split('\r\n').filter(Boolean)
    expect(rows[0]).toMatch(/^\uFEFF"编号","时间","操作"/)
    expect(rows).toHaveLength(1 + 3)
    expect(response.body).toContain(`"'=cmd()"`)
    expect((await log('action=log.exported'))[0]).toMatchObject({ actor: { name: '管理员' }, note: '3 条' })
  })
})

describe('the integrity of the log', () => {
  it('is shown, checked for the last day on request, and the outcome kept', async () => {
    const { admin } = region.people
    expect(logIntegrity.parse((await admin.get('/api/v1/log/integrity')).data)).toMatchObject({
      sealed: null,
      checked: null,
    })
    while ((await sealNext(region.db, region.engine.keys))?.more);
    const checked = await admin.post<LogCheck>('/api/v1/log/integrity')
    expect(checked.data).toMatchObject({ complete: true, faults: [] })
    const state = (await admin.get<LogIntegrity>('/api/v1/log/integrity')).data
    expect(state.checked).toMatchObject({ rows: checked.data.rows, faults: 0, complete: true })
    expect(state.sealed?.seq).toBe(checked.data.rows)
    const owner = new pg.Client({ connectionString: region.ownerUrl })
    await owner.connect()
    // Whoever owns the database can take the refusal away; the chain shows it all the same.
    await owner.query(
      `alter table audit disable trigger audit_only_grows; update audit set action = 'login' where id = 3`,
    )
    await owner.end()
    expect((await admin.post<LogCheck>('/api/v1/log/integrity')).data.faults).toEqual([
      expect.stringContaining('日志 3 号'),
    ])
    expect((await log('action=audit.checked'))[0]).toMatchObject({
      note: expect.stringContaining('发现 1 处改动'),
    })
  })
})

it('is read from its oldest line on as well, page after page, and by nothing else', async () => {
  const { admin } = region.people
  const page = async (query: string) =>
    logPage.parse((await admin.get(`/api/v1/log?pageSize=3&${query}`)).data)
  const oldest = await page('sort=at')
  const ids = oldest.list.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  const { list } = await page(`sort=at&before=${oldest.next}`)
  expect(list[0]?.id).toBeGreaterThan(ids.at(-1) ?? 0)
  const newest = await page('')
  expect(newest.list[0]?.id).toBeGreaterThan(list.at(-1)?.id ?? 0)
  expect(await admin.get('/api/v1/log?sort=actor')).toMatchObject({
    status: 400,
    msg: '该名单不能按这一栏排序',
  })
})

it('reads any filter along an index by number, either way, never the whole log', async () => {
  const client = new pg.Client({ connectionString: region.ownerUrl })
  await client.connect()
  await client.query(`insert into audit (at, by_identity, action, owner_id, person_id)
    select now() - n * interval '1 minute', n % 20 + 1,
      (array['login', 'record.edited', 'archive.read'])[n % 3 + 1], n % 400 + 1, n % 900 + 1
    from generate_series(1, 100000) n`)
  await client.query('analyze audit')
  const expected: [Record<string, string>, string][] = [
    [{}, 'audit_first_pkey'],
    [{ kind: 'signIn' }, 'audit_first_sign_in'],
    [{ action: 'archive.read' }, 'audit_first_pkey|audit_first_action'],
    [{ action: 'flow.undone' }, 'audit_first_action'],
    [{ person: '林疏影' }, 'audit_first_person[^]*audit_first_owner'],
    [{ actor: '周明岚' }, 'audit_first_actor'],
    [{ institution: '东区一中' }, 'audit_first_actor'],
  ]
  const both = expected.flatMap((one) => [false, true].map((isRising) => ({ one, isRising })))
  for (const {
    one: [asked, index],
    isRising,
  } of both) {
    const filter = logFilter.parse(asked)
    const ids = idsOf(await resolve(region.db, filter), ['subjectGroup'], { before: null, isRising }, 51)
    const literal = (value: unknown) =>
      Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`
    const text = ids.values.reduce<string>(
      (whole, value, i) => whole.replace(new RegExp(`\\$${i + 1}(?!\\d)`), () => literal(value)),
      ids.text,
    )
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, JSON.stringify(asked)).toMatch(new RegExp(index))
    expect(plan, JSON.stringify(asked)).not.toContain('Seq Scan on audit_first')
  }
  await client.end()
})

it.skipIf(plansAreSpread)('joins the names to the lines of one page, found by their numbers', async () => {
  const plans = await openPlanReader(region.ownerUrl)
  const text = await plans.planOf(
    linesStatement(
      registry,
      Array.from({ length: 51 }, (_, i) => 90_000 + i),
    ),
  )
  await plans.close()
  expect(text).toContain('audit_first_pkey')
  expect(text).not.toContain('Seq Scan on audit_first')
})

it('asks for a fuller name where the accounts of the institutions meant are too many to look for each', async () => {
  const client = new pg.Client({ connectionString: region.ownerUrl })
  await client.connect()
  await client.query(`with made as (insert into person (name)
      select '账号' || n
      from generate_series(1, 5001) n
      returning id)
    insert into identity (person_id, role, institution_id)
    select id, 2, ${region.places.southSchool}
    from made`)
  await client.end()
  const answer = await region.people.admin.get(`/api/v1/log?institution=${named('南区小学')}`)
  expect(answer).toMatchObject({
    status: 400,
    data: { errors: [{ field: 'institution', message: '这些单位的账号太多，请同时写出操作人' }] },
  })
  expect(
    (await log(`institution=${named('南区小学')}&actor=${named('钱南')}`)).every(
      (line) => line.actor?.name === '钱南',
    ),
  ).toBe(true)
})

// Last: whatever counts or checks the log before it stays quick.
it('asks for a shorter time beyond 50 000 lines', async () => {
  await region.db.execute(
    sql`insert into audit (action) select 'chain.published' from generate_series(1, 50001)`,
  )
  const answer = await region.people.admin.get('/api/v1/log/export?action=chain.published')
  expect(answer).toMatchObject({
    status: 400,
    data: { errors: [{ field: 'start', message: '请缩小时间范围' }] },
  })
})
