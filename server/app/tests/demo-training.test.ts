import { afterAll, beforeAll, expect, it } from 'vitest'
import { tellCourses } from '../../../demo/courses.ts'
import { tellRecording } from '../../../demo/live-recordings.ts'
import { tellRosters } from '../../../demo/rosters.ts'
import { keys, openTestRegion, type TestRegion } from '../../../demo/test-region.ts'
import { tellBegunProjects } from '../../../demo/training-courses.ts'
import { tellTrainingImport } from '../../../demo/training-import.ts'
import { tellPapersAnew } from '../../../demo/training-papers.ts'
import { tellProjectSurveys } from '../../../demo/training-surveys.ts'
import { walletOf } from '../../features/forms/index.ts'
import { gateOf } from '../../features/imports/test-imports.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { storesIn } from '../../platform/storage/file-stores.ts'
import { buildEngine } from '../engine.ts'
import { processingOf } from '../processing.ts'
import { surveyOpener } from '../survey-opener.ts'

let region: TestRegion
beforeAll(async () => {
  region = await openTestRegion('demo-training', { schools: ['point'] })
  const { db } = region.test
  const engine = buildEngine(db, db, keys)
  const processing = processingOf(engine)
  await tellBegunProjects(processing, today())
  await tellPapersAnew(engine)
  await tellTrainingImport(processing, storesIn(region.filesFolder).imports, today())
  await tellProjectSurveys(db, surveyOpener, today())
  await tellRosters(processing, today())
  await tellCourses(db, region.filesFolder, today())
  await tellRecording(db, region.filesFolder)
})
afterAll(() => region?.remove())

it('the demo has projects that are over, with hours and certificates, one of them revoked', async () => {
  const { db } = region.test
  const results = await db.query<{ state: string; entry: string; many: number; hours: number }>(sql`
    select c.state, k.state as entry, count(*)::int as many, sum(coalesce(e.tenths, 0))::int as hours
    from campaign c
    join process_case k on k.campaign_id = c.id
    left join rec_training_registration r on r.owner_id = k.teacher_id and r.certificate_no = k.number
    left join ledger_entry e on e.owner_id = r.owner_id and e.source_id = r.id::text
    where c.type = 'trainingProject'
    group by 1, 2 order by 1, 2`)
  const of = (state: string, entry: string) =>
    results.find((one) => one.state === state && one.entry === entry) ?? { many: 0, hours: 0 }
  expect(of('finished', 'qualified').many).toBeGreaterThan(25)
  expect(of('finished', 'qualified').hours).toBeGreaterThan(5_000)
  expect(of('finished', 'unqualified').many).toBeGreaterThan(3)
  expect(of('ongoing', 'learning').many).toBeGreaterThan(15)
  expect(results.every(({ state }) => ['finished', 'ongoing'].includes(state))).toBe(true)
  const { certified } = await db.one<{ certified: number }>(
    sql`select count(*)::int as certified from process_case where number like 'YJPX%'`,
  )
  expect(certified).toBeGreaterThanOrEqual(40)
  const [revoked] = await db.query<{ number: string; counters: number }>(sql`
    select k.number, (select count(*)::int from ledger_entry e
      where e.owner_id = k.teacher_id and e.counters_id is not null) as counters
    from process_case k join process_event e on e.case_id = k.id and e.move = 'revoke'`)
  expect(revoked?.number).toMatch(/^YJPX\d{4}-0001-\d{5}$/)
  expect(revoked?.counters).toBe(1)
})

it('what the demo tells of a project lies on the days of the project', async () => {
  const late = await region.test.db.query(sql`
    select c.title from campaign c
    join process_case k on k.campaign_id = c.id
    join process_event e on e.case_id = k.id and e.to_state = 'learning' and e.move = 'start'
    where to_char(e.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') <> c.value ->> 'startDate'`)
  expect(late).toEqual([])
})

it('the demo has answers of learners, at the end, after thirty and after ninety days', async () => {
  const surveys = await region.test.db.query<{ purpose: string; answers: number }>(sql`
    select t.purpose, count(*)::int as answers
    from training_survey t join survey_answer a on a.event_id = t.event_id
    group by 1 order by 1`)
  expect(surveys.map(({ purpose }) => purpose)).toEqual(['satisfaction', 'used30', 'used90'])
  expect(surveys.every(({ answers }) => answers >= 5)).toBe(true)
})

it('a certificate of the demo was printed anew: the first paper is superseded, the second one holds', async () => {
  const { db } = region.test
  const engine = buildEngine(db, db, keys)
  const [owner] = await db.query<{ teacher: number }>(
    sql`select distinct teacher_id as teacher from issued_form where form = 'completionCertificate'`,
  )
  const papers = await walletOf(engine, owner?.teacher ?? 0)
  expect(papers.map(({ title, state }) => [title, state])).toEqual([
    ['结业证书', 'valid'],
    ['结业证书', 'superseded'],
  ])
})

it('the file of the demo has forty rows: two certain doubles, three likely ones, the others are new', async () => {
  const { db } = region.test
  await gateOf({ db, engine: buildEngine(db, db, keys), folder: region.filesFolder }).check()
  const rows = await db.query<{ outcome: string; marks: string[] }>(
    sql`select outcome, marks from import_row order by row`,
  )
  const found = rows.map(({ outcome, marks }) => [outcome, ...marks].join(' '))
  expect(found.slice(0, 5)).toEqual([
    ...Array.from({ length: 2 }, () => 'conflict E203:certificateNo'),
    ...Array.from({ length: 3 }, () => 'conflict E204:projectName'),
  ])
  expect(found.slice(5)).toEqual(Array.from({ length: 35 }, () => 'new'))
})

it('the demo has lists of people in each state', async () => {
  const states = await region.test.db.query<{ state: string }>(
    sql`select distinct state from process_case where type = 'roster' order by 1`,
  )
  expect(states.map(({ state }) => state)).toEqual(['archived', 'confirmed', 'draft', 'pendingConfirm'])
})

it('the demo has somebody of whose lesson not every second counts, each with its reason', async () => {
  const { db } = region.test
  const openings = await db.query<{
    played: number
    told: number
    cut: number
    fresh: number
    seconds: number
  }>(sql`
    select s.fresh + s.again + s.fast + s.late + s.busy + s.outside as played, s.fast + s.late + s.busy + s.outside as cut,
      (select coalesce(sum(c.seconds), 0)::int from watch_cut c where c.owner_id = s.owner_id and c.session_id = s.id) as told,
      s.fresh, w.seconds
    from watch_session s
    join teacher t on t.id = s.owner_id and t.name = '林疏影'
    join watch_state w on w.owner_id = s.owner_id and w.lesson_id = s.lesson_id and w.complete_at is null
    order by s.opened_at`)
  expect(openings.map(({ played }) => played)).toEqual([8, 12])
  for (const { told, cut } of openings) expect(told).toBe(cut)
  expect(openings.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(openings[0]?.seconds)
})

it('the demo has a recording that was taken over, and its replay is shown', async () => {
  const [record] = await region.test.db.query<{ seconds: number; mime: string; released: boolean }>(sql`
    select r.seconds, f.mime, s.released_at is not null as released
    from live_record r join file f on f.id = r.file_id join content_signal s on s.content_id = r.live_id`)
  expect(record).toEqual({ seconds: 12, mime: 'video/webm', released: true })
})
