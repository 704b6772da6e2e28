import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  exportPage,
  type ExportAsk,
  type ExportJob,
  type ExportPage,
  type ExportPreview,
} from '../../../catalogue/contract/administration/exports.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { ending, writing } from './clock.ts'
import type { ExportNeeds } from './options.ts'
import { addTeachers, exportingOf } from './test-exporting.ts'

let region: Region
let o: ExportNeeds
beforeAll(async () => {
  region = await testRegion('exports-approval')
  o = exportingOf(region)
  await addTeachers(region, 1_005)
})
afterAll(() => region.close())
beforeEach(() =>
  region.db.execute(
    sql`update export set asked_at = (asked_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'`,
  ),
)

const url = '/api/v1/exports'
const large: ExportAsk = {
  list: 'roll',
  query: {},
  columns: ['name', 'institution', 'status'],
  opened: [],
  purpose: '2',
  purposeText: '',
  format: 'xlsx',
}
const ask = async (who: Person, more: Partial<ExportAsk> = {}): Promise<ExportJob> => {
  const answer = await who.post<ExportJob>(url, { ...large, ...more })
  expect(answer.msg).toBe('ok')
  return answer.data
}
const jobOf = async (who: Person, { id }: { id: number }) => (await who.get<ExportJob>(`${url}/${id}`)).data
const waitingFor = async (who: Person) =>
  exportPage.parse((await who.get<ExportPage>(`${url}?which=waiting`)).data).list.map(({ id }) => id)
const agree = (who: Person, { id }: { id: number }) => who.post<ExportJob>(`${url}/${id}/agree`, {})
const refuse = (who: Person, { id }: { id: number }, reason = '用不到这么多人') =>
  who.post<ExportJob>(`${url}/${id}/refuse`, { reason })
const messagesOf = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list.map(
    ({ title }) => title,
  )
const run = (signal = new AbortController().signal) => writing(o).run(signal)

describe('a file of more than 1 000 people', () => {
  it('waits for a second person, who sees what, whose and why; then it is written, and both are told', async () => {
    const { school, school2, area } = region.people
    const { data: before } = await school.post<ExportPreview>(`${url}/preview`, {
      ...large,
      format: undefined,
      purposeText: undefined,
    })
    expect(before.second).toEqual({
      why: expect.stringMatching(/^包含 10\d\d 人，超过 1000 人$/),
      offices: ['东区一中的其他人员', '东区教育局'],
    })
    const job = await ask(school)
    expect(job).toMatchObject({ state: 'approval', can: ['cancel'] })
    expect((await school.get(`${url}/${job.id}/file`)).status).toBe(409)
    expect(await waitingFor(school2)).toContain(job.id)
    expect(await waitingFor(area)).toContain(job.id)
    expect(await messagesOf(school2)).toContain('周明岚申请导出教师名册，请您确认')
    expect(await messagesOf(area)).toContain('周明岚申请导出教师名册，请您确认')
    expect(await jobOf(area, job)).toMatchObject({
      scope: '东区一中',
      purpose: '上级报送',
      columns: ['姓名', '单位', '人员状态'],
      people: job.rows,
      can: ['agree', 'refuse'],
      mine: false,
    })
    expect((await agree(area, job)).data).toMatchObject({ state: 'queued', decidedBy: '何以宁' })
    expect(await run()).toBe(true)
    expect(await run()).toBe(false)
    expect(await jobOf(school, job)).toMatchObject({ state: 'ready', done: job.rows, can: ['download'] })
    expect((await school.get(`${url}/${job.id}/file`)).status).toBe(200)
    expect(await messagesOf(school)).toEqual(
      expect.arrayContaining(['何以宁同意您导出教师名册', '您导出的教师名册已生成，请在 7 天内下载']),
    )
    expect(await messagesOf(area)).toContain('您同意了导出教师名册')
    const { people } = await region.db.one<{ people: number }>(
      sql`select count(*)::int as people from export_person where export_id = ${job.id}`,
    )
    expect(people).toBe(job.people)
    // Who agreed has it among what they decided, and no right to the file.
    const decided = exportPage.parse((await area.get<ExportPage>(`${url}?which=decided`)).data)
    expect(decided.list.map(({ id }) => id)).toContain(job.id)
    expect((await area.get(`${url}/${job.id}/file`)).status).toBe(403)
  })

  it('is refused with a reason, which whoever asked is told', async () => {
    const { school, school2 } = region.people
    const job = await ask(school)
    expect((await refuse(school2, job, '')).status).toBe(400)
    expect((await refuse(school2, job)).data.state).toBe('refused')
    expect(await jobOf(school, job)).toMatchObject({ state: 'refused', reason: '用不到这么多人', can: [] })
    expect(await messagesOf(school)).toContain('郑副不同意您导出教师名册')
    expect((await agree(region.people.area, job)).status).toBe(404)
  })

  it('lapses after three days', async () => {
    const { school, school2 } = region.people
    const job = await ask(school)
    await region.db.execute(
      sql`update export set lapses_at = now() - interval '1 minute' where id = ${job.id}`,
    )
    expect((await jobOf(school, job)).state).toBe('lapsed')
    expect(await waitingFor(school2)).not.toContain(job.id)
    expect((await agree(school2, job)).status).toBe(404)
    await ending(o).run(new AbortController().signal)
    expect(await messagesOf(school)).toContain('您申请导出的教师名册逾期没有人办理，已经失效')
  })

  it('is agreed to once, however many come at once', async () => {
    const { school, school2, area } = region.people
    const job = await ask(school)
    const answers = await Promise.all([agree(area, job), agree(school2, job), refuse(area, job)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
    await region.db.execute(sql`update export set state = 'cancelled' where id = ${job.id}`)
  })
})

describe('more than 100 people in full', () => {
  it('waits, too; masked it does not', async () => {
    const { school } = region.people
    await region.db.execute(sql`
      insert into rec_basic_info (owner_id, id, version, institution_id, district_id, city_id, province_id,
        recorded_by, health_status)
      select t.id, gen_random_uuid(), 1, t.institution_id, t.district_id, t.city_id, t.province_id,
        ${school.identityId}, '1'
      from teacher t where t.name like '某%' order by t.id limit 101`)
    const some = { list: 'records/basicInfo', columns: ['$owner', 'healthStatus'] }
    expect((await ask(school, { ...some, purpose: '1' })).state).toBe('ready')
    const job = await ask(school, { ...some, purpose: '3' })
    expect(job).toMatchObject({ state: 'approval', full: ['健康状况'] })
    expect((await agree(region.people.school2, job)).data.state).toBe('queued')
    await run()
    expect((await jobOf(school, job)).state).toBe('ready')
  })
})

describe('who would agree without the right to', () => {
  it('nobody to their own, whichever identity they use, nor another office, level or role', async () => {
    const { school, siblingSchool, otherArea, city, province, teacher, admin } = region.people
    const job = await ask(school)
    const answer = await agree(school, job)
    expect([answer.status, answer.msg]).toEqual([403, '自己申请的导出，请由另一个人同意'])
    expect((await refuse(school, job)).status).toBe(403)
    for (const who of [siblingSchool, otherArea, city, province, admin])
      expect((await agree(who, job)).status).toBe(404)
    expect((await agree(teacher, job)).status).toBe(403)
    // The same person with an identity of the authority above.
    const again = await identityOf(school, 4, region.places.district)
    expect(await waitingFor(again)).not.toContain(job.id)
    expect((await agree(again, job)).status).toBe(404)
    expect((await agree(region.people.area, job)).status).toBe(200)
  })

  it('nor a deputy to what the officer they stand in for asked, nor that officer to what the deputy asked', async () => {
    const { school } = region.people
    const deputy = await region.add(3, region.places.school, '代办的')
    const lent = await identityOf(deputy, 3, region.places.school, school.identityId)
    const own = await ask(school)
    expect(await waitingFor(lent)).not.toContain(own.id)
    expect((await agree(lent, own)).status).toBe(404)
    const forOfficer = await ask(lent)
    expect(await waitingFor(school)).not.toContain(forOfficer.id)
    expect((await agree(school, forOfficer)).status).toBe(404)
    await region.db.execute(sql`update export set state = 'cancelled' where state = 'approval'`)
  })
})

it('what grew after somebody agreed, or beyond what one takes out alone, is not written', async () => {
  const { school, school2 } = region.people
  while (await run()) continue
  const job = await ask(school)
  await agree(school2, job)
  await region.db.execute(sql`update export set people_count = 500 where id = ${job.id}`)
  await run()
  expect(await jobOf(school, job)).toMatchObject({
    state: 'failed',
    fault: '列表的人数比同意时多，请重新申请',
  })
  const alone = await ask(school)
  await region.db.execute(sql`update export set state = 'queued' where id = ${alone.id}`)
  await run()
  expect((await jobOf(school, alone)).fault).toBe('列表的人数已增加，须由第二人同意，请重新导出')
})

it('an administrator who looks through somebody’s eyes asks for nothing, agrees to nothing and fetches nothing', async () => {
  const { school, school2, admin } = region.people
  const job = await ask(school, { query: { keyword: '某1' }, purpose: '1' })
  const waiting = await ask(school)
  for (const [eyes, calls] of [
    [school, [() => admin.post(url, large), () => admin.get(`${url}/${job.id}/file`)]],
    [school2, [() => agree(admin, waiting)]],
  ] as const) {
    const begun = await admin.post('/api/v1/viewAs', { identityId: eyes.identityId, reason: '核对' })
    expect(begun.msg).toBe('ok')
    for (const call of calls) expect((await call()).status).toBe(403)
    await admin.post('/api/v1/viewAs/end', {})
  }
  expect((await jobOf(school, waiting)).state).toBe('approval')
  await region.db.execute(sql`update export set state = 'cancelled' where state = 'approval'`)
})

describe('a writer that does not come to its end', () => {
  const filesIn = async () => {
    const folder = join(region.folder, 'exports')
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    return names.filter((name) => /[0-9a-f-]{36}$/.test(name))
  }
  const queued = async (): Promise<ExportJob> => {
    const job = await ask(region.people.school)
    await agree(region.people.school2, job)
    return job
  }

  it('killed: another begins anew, and there is one whole file', async () => {
    while (await run()) continue
    const job = await queued()
    const before = (await filesIn()).length
    // What a killed process leaves: a row that says it is being written, and a last sign of life.
    await region.db.execute(sql`
      update export set state = 'writing', attempt = 1, done = 400, beat_at = now() - interval '90 seconds'
      where id = ${job.id}`)
    expect(await run()).toBe(false)
    await region.db.execute(
      sql`update export set beat_at = now() - interval '3 minutes' where id = ${job.id}`,
    )
    expect(await run()).toBe(true)
    expect(await jobOf(region.people.school, job)).toMatchObject({ state: 'ready', done: job.rows })
    expect((await filesIn()).length).toBe(before + 1)
  })

  it('stopped with its process: it goes back into the line, and leaves no file', async () => {
    const job = await queued()
    const before = await filesIn()
    const stop = new AbortController()
    stop.abort()
    await run(stop.signal)
    expect((await jobOf(region.people.school, job)).state).toBe('queued')
    expect(await filesIn()).toEqual(before)
    await run()
    expect((await jobOf(region.people.school, job)).state).toBe('ready')
  })

  it('cancelled while it writes: it stops, and leaves no file', async () => {
    const job = await queued()
    const before = await filesIn()
    let read = 0
    const lists = o.exportLists().map((list) => ({
      ...list,
      open: async (...given: Parameters<typeof list.open>) => {
        const opened = await list.open(...given)
        return {
          ...opened,
          rows: async (...asked: Parameters<typeof opened.rows>) => {
            read += 1
            if (read === 2)
              expect((await region.people.school.post(`${url}/${job.id}/cancel`, {})).status).toBe(200)
            return opened.rows(...asked)
          },
        }
      },
    }))
    await writing({ ...o, exportLists: () => lists }).run(new AbortController().signal)
    expect(read).toBe(2)
    expect((await jobOf(region.people.school, job)).state).toBe('cancelled')
    expect(await filesIn()).toEqual(before)
  })

  it('fails with a sentence when its asker is gone, and tells nothing of an error within', async () => {
    const job = await queued()
    const broken = o
      .exportLists()
      .map((list) => ({ ...list, open: () => Promise.reject(new Error('secret')) }))
    await writing({ ...o, exportLists: () => broken }).run(new AbortController().signal)
    expect(await jobOf(region.people.school, job)).toMatchObject({
      state: 'failed',
      fault: '文件生成失败，请重新导出',
    })
  })
})

it('a file is gone after its days, and its key with it', async () => {
  const { area } = region.people
  const job = await ask(area, { list: 'records/basicInfo', columns: ['$owner'], purpose: '1' })
  expect(job.state).toBe('ready')
  await region.db.execute(
    sql`update export set kept_until = now() - interval '1 minute' where id = ${job.id}`,
  )
  expect(await jobOf(area, job)).toMatchObject({ state: 'expired', can: [] })
  const answer = await area.get(`${url}/${job.id}/file`)
  expect([answer.status, answer.msg]).toEqual([409, '文件已过保存期限，请重新导出'])
  await ending(o).run(new AbortController().signal)
  expect(
    await region.db.one(sql`select state, storage_key, key_sealed from export where id = ${job.id}`),
  ).toEqual({ state: 'expired', storage_key: null, key_sealed: null })
})

/** Another identity of the same person, signed in. */
async function identityOf(who: Person, role: Role, institutionId: number, lentBy?: number): Promise<Person> {
  const other = await region.add(role, institutionId, '同一人')
  await region.db.execute(sql`
    update identity
    set person_id = ${who.personId}, lent_by = ${lentBy ?? null}::int,
      lent_from = (select current_date - 1 where ${lentBy ?? null}::int is not null),
      lent_until = (select current_date + 1 where ${lentBy ?? null}::int is not null)
    where id = ${other.identityId}`)
  return other
}
