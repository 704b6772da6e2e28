import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import type { CampaignView } from '../catalogue/contract/campaigns.ts'
import { processingOf } from '../server/app/processing.ts'
import { testRegion } from '../server/app/testing/test-region.ts'
import { runSweeps } from '../server/engine/campaigns/index.ts'
import { entryMover } from '../server/engine/processes/index.ts'
import startServer from '../server/platform/db/testing/test-global-setup.ts'
import { addDays, today } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { measured } from './campaign-lists.ts'
import { addFilled, addLearners } from './training-project.ts'

/**
 * Times the lists of training over many projects, and a roster of 300 by 20 sessions; then finishes a project of
 * 20 000 by one sweep whose process is killed in the middle: each learner has one registration, one entry of hours
 * and one number.
 */
const learners = Number(process.env['BENCH_LEARNERS'] ?? 20_000)
const projects = Number(process.env['BENCH_PROJECTS'] ?? 500)

const stop = await startServer()
const region = await testRegion('bench_training')
const { db, people } = region
const say = (line: string) => process.stdout.write(`${line}\n`)

async function lists(all: readonly number[]): Promise<void> {
  const roster = await addFilled(region, { state: 'ongoing', learners: all.slice(0, 300), sessions: 20 })
  for (let n = 0; n < projects; n += 1) {
    const from = (n * 20) % Math.max(1, all.length - 20)
    await addFilled(region, { state: 'ongoing', learners: all.slice(from, from + 20), sessions: 1 })
  }
  // As many to which teachers may still enrol, with what a host writes of one.
  const open = {
    signupStart: `${addDays(today(), -5)}T08:00`,
    signupEnd: `${addDays(today(), 5)}T18:00`,
    startDate: addDays(today(), 20),
    endDate: addDays(today(), 24),
    introduction: `<p>${'大单元教学的设计、实施与评价。'.repeat(250)}</p>`,
    notTrainedYears: 3,
    notTrainedLevel: '4',
  }
  for (let n = 0; n < projects; n += 1)
    await addFilled(region, { state: 'recruiting', learners: [], says: open })
  await db.execute(sql`analyze`)
  const { school, province, teacher } = people
  const year = today().slice(0, 4)
  const project = `/api/v1/train/project/${roster}`
  const week = `from=${addDays(today(), -6)}&to=${today()}`
  const asked = [
    ['projects of the school', school, '/api/v1/train/project?page=1&pageSize=20'],
    ['projects seen from the province', province, '/api/v1/train/project?page=1&pageSize=20'],
    [
      'projects of a year with places',
      school,
      `/api/v1/train/project?projectYear=${year}&placed=1&pageSize=20`,
    ],
    ['projects open to a teacher', teacher, '/api/v1/train/own-projects?pageSize=12'],
    ['those for the own stage', teacher, '/api/v1/train/own-projects?pageSize=12&stage=1'],
    ['projects under way of a teacher', teacher, '/api/v1/train/own-projects?pageSize=12&tab=going'],
    ['desk', school, '/api/v1/train/desk'],
    ['timetable of a week', school, `/api/v1/train/sessions?${week}`],
    ['rosters', school, '/api/v1/train/rosters?page=1&pageSize=20'],
    ['roster, 300 × 20', school, `${project}/roster?page=1&pageSize=100`],
    ['learners of a project', school, `${project}/learners?page=1&pageSize=20`],
    ['seats', school, `${project}/seats`],
    ['enrolments of the school', school, '/api/v1/train/enrolment?page=1&pageSize=20'],
    ['enrolments seen from the province', province, '/api/v1/train/enrolment?page=1&pageSize=20'],
    ['learner by name', school, `/api/v1/train/learners?q=${encodeURIComponent('学员77')}`],
  ] as const
  for (const [what, who, path] of asked) await measured(what, who, path)
}

const counted = (project: string) =>
  db.one<{ passed: number; registered: number; posted: number; numbers: number }>(sql`
    with own as materialized (
      select id, teacher_id, number from process_case where campaign_id = ${project}::uuid and state = 'qualified')
    select (select count(*)::int from own) as passed,
      (select count(*)::int from rec_training_registration r where r.owner_id in (select teacher_id from own)) as registered,
      (select count(*)::int from ledger_entry e where e.owner_id in (select teacher_id from own)) as posted,
      (select count(distinct number)::int from own) as numbers`)

async function finish(all: readonly number[]): Promise<void> {
  const project = await addFilled(region, { state: 'assessing', learners: all })
  const url = `/api/v1/train/project/${project}`
  const { data } = await people.school.get<CampaignView>(url)
  const begun = await people.school.post<CampaignView>(`${url}/finish`, { version: data.version })
  if (begun.status !== 200) throw new Error(begun.msg)
  const script = new URL('../server/features/training/test-finish-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, region.appUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const half = Math.floor(all.length / 2)
  const began = performance.now()
  while ((await counted(project)).passed < half) await new Promise((done) => setTimeout(done, 200))
  child.kill('SIGKILL')
  await once(child, 'exit')
  const middle = await counted(project)
  const rate = middle.passed / ((performance.now() - began) / 1000)
  say(`killed after ${middle.passed} of ${all.length}, ${rate.toFixed(0)} a second in batches of 8`)
  const again = performance.now()
  const mover = entryMover(processingOf(region.engine))
  while (await runSweeps(db, new AbortController().signal, mover)) continue
  const done = await counted(project)
  const left = all.length - middle.passed
  const seconds = (performance.now() - again) / 1000
  say(`the other ${left} in ${seconds.toFixed(1)} s, ${(left / seconds).toFixed(0)} a second`)
  say(
    `${done.passed} passed, ${done.registered} registrations, ${done.posted} entries, ${done.numbers} numbers`,
  )
  if (Object.values(done).some((many) => many !== all.length)) process.exitCode = 1
}

try {
  const all = await addLearners(region, learners)
  if (process.env['BENCH_ONLY'] !== 'finish') await lists(all)
  // A learner of the finish has no other registration: people of their own.
  if (process.env['BENCH_ONLY'] !== 'lists') await finish(await addLearners(region, learners))
  say(
    `load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
} finally {
  await region.close()
  await stop()
}
