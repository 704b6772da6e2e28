import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportKinds } from '../../../catalogue/contract/administration/imports.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { bring, csvOf, definitionNamed, gateOf, viewOf } from '../imports/test-imports.ts'
import { courseIn, trainedIn } from './test-course.ts'

let region: Region
let gate: ReturnType<typeof gateOf>
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-import')
  gate = gateOf(region)
  course = courseIn(region)
})
afterAll(() => region.close())

const days = { startDate: addDays(today(), 30), endDate: addDays(today(), 34) }
const ofCity = { trainingLevel: '3', quota: 9, ...days }
const row = (who: Person, project: string, more: Readonly<Record<string, string>> = {}) => ({
  archiveNo: String(who.teacherId),
  project,
  ...more,
})

/** Brings a file and has it checked; what was said of each row. */
async function brought(who: Person, rows: readonly Readonly<Record<string, string>>[]) {
  const content = csvOf(definitionNamed('enrolment'), rows)
  const { id, msg } = await bring(region, who, {
    type: 'enrolment',
    mode: 'insert',
    content,
    name: '报名.csv',
  })
  expect(msg).toBe('ok')
  await gate.check()
  const lines = await region.db.query<{ outcome: string; marks: readonly string[] }>(sql`
    select outcome, marks from import_row where job_id = ${id} order by row`)
  const { messages } = await region.db.one<{ messages: Readonly<Record<string, string>> }>(
    sql`select messages from import_job where id = ${id}`,
  )
  return { id, lines: lines.map(({ outcome, marks }) => [outcome, ...marks]), messages }
}

async function started(who: Person, id: number): Promise<void> {
  const { token } = await viewOf(who, id)
  const answer = await who.post('/api/v1/import/start', { id, token, skip_errors: true })
  expect(answer.msg).toBe('ok')
  await gate.write()
}

const entriesOf = (project: string) =>
  region.db.query<{ id: string; teacher: number; state: string; reason: string | null }>(sql`
    select id, teacher_id as teacher, state, value ->> 'reason' as reason from process_case
    where campaign_id = ${project}::uuid and type = 'trainingEnrolment' order by teacher_id`)

describe('enrolments as a file', () => {
  it('are judged row by row, written where they are sound, and refused a second time', async () => {
    const { city, school, stranger } = region.people
    const { id, title } = await course.opened(
      { ...ofCity, notTrainedYears: 3, notTrainedLevel: '3', advisory: true },
      city,
    )
    const people = [await course.teacher(), await course.teacher(), await course.teacher()]
    const [one, two, trained] = people
    if (!one || !two || !trained) throw new Error('nobody')
    await trainedIn(region, trained, addDays(today(), -400))
    const rows = [
      row(one, title, { name: one.name, reason: '承担课题' }),
      row(two, title),
      row(one, title),
      row(stranger, title),
      row(two, `${title}（二）`),
      row(await course.teacher(), title, { name: '别人' }),
      row(trained, title),
    ]
    const first = await brought(school, rows)
    expect(first.lines).toEqual([
      ['new'],
      ['new'],
      ['error', 'E201:idCardNo'],
      ['conflict', 'E109:archiveNo'],
      ['conflict', 'E109:project'],
      ['conflict', 'E105:name'],
      ['conflict', 'E207:exceptionReason'],
    ])
    expect(first.messages['E109:archiveNo']).toBe('范围内没有该档案号的教师')
    expect(first.messages['E207:exceptionReason']).toContain('学科工作坊')
    // A check writes nothing.
    expect(await entriesOf(id)).toEqual([])
    await started(school, first.id)
    expect(await viewOf(school, first.id)).toMatchObject({ status: '6', done: 2 })
    expect(await entriesOf(id)).toMatchObject([
      { teacher: one.teacherId, state: 'recommending', reason: '承担课题' },
      { teacher: two.teacherId, state: 'recommending' },
    ])
    const again = await brought(school, [rows[0] ?? {}, row(trained, title, { exceptionReason: '承担课题' })])
    expect(again.lines).toEqual([
      ['conflict', 'E203:project'],
      ['new', 'E207:exceptionReason'],
    ])
    expect(again.messages['E203:project']).toBe('已经报名该项目（逐级审核中），不能重复报名')
    await started(school, again.id)
    expect(await entriesOf(id)).toHaveLength(3)
  })

  it('are taken back as long as nobody acted on them', async () => {
    const { city, school } = region.people
    const { id, title } = await course.opened(ofCity, city)
    const [one, two] = [await course.teacher(), await course.teacher()]
    const file = await brought(school, [row(one, title), row(two, title)])
    await started(school, file.id)
    const [, agreed] = await entriesOf(id)
    expect((await course.act(two, agreed?.id ?? '', 'cancel')).status).toBe(200)
    const [third] = [await course.teacher()]
    const other = await brought(school, [row(third, title)])
    await started(school, other.id)
    const acted = (await entriesOf(id)).find(({ teacher }) => teacher === third.teacherId)
    expect(
      (await course.act(region.people.area, acted?.id ?? '', 'return', { reason: '补材料' })).status,
    ).toBe(200)
    for (const job of [file.id, other.id])
      expect((await school.post(`/api/v1/import/${job}/undo`, {})).msg).toBe('ok')
    await gate.write()
    expect((await entriesOf(id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'returned'])
    const { reason } = await region.db.one<{ reason: string }>(
      sql`select reason from import_row where job_id = ${other.id}`,
    )
    expect(reason).toBe('之后已有人办理，请在报名里逐件取消')
  })

  it('say before they are written where the seats of the school end', async () => {
    const { city, area, school } = region.people
    const { id, title } = await course.opened({ ...ofCity, pooled: false, quota: 5 }, city)
    const grant = (who: Person, institution: number, granted: number) =>
      who.put(`/api/v1/train/project/${id}/quota`, { grants: [{ institution, granted }] })
    expect((await grant(city, area.institutionId, 3)).status).toBe(200)
    expect((await grant(area, school.institutionId, 1)).status).toBe(200)
    const [one, two] = [await course.teacher(), await course.teacher()]
    const { lines } = await brought(school, [row(one, title), row(two, title)])
    expect(lines).toEqual([['new'], ['conflict', 'E209:project']])
  })

  it('invite where the host invites; each office does its own part only', async () => {
    const { area, city, school, teacher } = region.people
    const invited = await course.opened({ ...ofCity, trainingLevel: '4', invited: true }, area)
    const open = await course.opened({ ...ofCity, trainingLevel: '4' }, area)
    const closed = await course.opened(ofCity, city)
    await course.actOn(closed.id, 'close', {}, city)
    const rows = [
      row(teacher, invited.title),
      row(teacher, open.title),
      row(teacher, closed.title),
      row(teacher, invited.title, { host: '没有这个单位' }),
    ]
    const { id, lines } = await brought(area, rows)
    expect(lines.map(([outcome, mark]) => [outcome, mark])).toEqual([
      ['new', undefined],
      ['conflict', 'E301:project'],
      ['conflict', 'E208:project'],
      ['error', 'E201:idCardNo'],
    ])
    expect((await brought(school, rows.slice(0, 1))).lines).toEqual([['conflict', 'E301:project']])
    await started(area, id)
    expect(await entriesOf(invited.id)).toMatchObject([{ teacher: teacher.teacherId, state: 'toConfirm' }])
  })

  it('are offered to offices alone', async () => {
    const { admin, teacher, school } = region.people
    const kinds = async (who: Person) =>
      (await who.get<ImportKinds>('/api/v1/import/kinds')).data?.list.map(({ name }) => name)
    expect(await kinds(school)).toContain('enrolment')
    expect(await kinds(admin)).not.toContain('enrolment')
    const content = csvOf(definitionNamed('enrolment'), [row(teacher, '研修')])
    for (const who of [admin, teacher])
      expect(
        (await bring(region, who, { type: 'enrolment', mode: 'insert', content })).status,
      ).toBeGreaterThan(399)
  })
})
