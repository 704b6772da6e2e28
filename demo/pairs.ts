import { pairAgreement } from '../catalogue/processes/pair-agreement.ts'
import { yearsLater } from '../catalogue/processes/studio.ts'
import { beginCase, type CaseNeeds } from '../server/engine/processes/index.ts'
import { readGoals, type ReadingNeeds } from '../server/features/support/index.ts'
import { addDays, uuidv7 } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { tellPlans } from './pair-plans.ts'
import { officer, rich } from './research.ts'
import { district, school, step } from './studio-people.ts'

interface GoalStory {
  readonly goal: string
  /** Indicator by which the supported side is counted. */
  readonly key: string
  /** People more than on the first day, in percent of the school, and the share of the way they make. */
  readonly risen: number
  readonly progress: number
}

const goals: readonly GoalStory[] = [
  { goal: '01', key: 'senior', risen: 5, progress: 0.65 },
  { goal: '02', key: 'eduUp', risen: 6, progress: 0.51 },
  { goal: '04', key: 'cert', risen: 4, progress: 0.47 },
  // The one that stays behind.
  { goal: '05', key: 'bone', risen: 1, progress: 0.125 },
]
const stated = {
  goal: '99',
  stated: '学生实验开出率',
  unit: '%',
  start: 62,
  direction: '1',
  target: 90,
} as const

const oneDecimal = (value: number): number => Math.round(value * 10) / 10

interface Target {
  readonly goal: string
  readonly target: number
  /** What was counted on the first day, and a year later. */
  readonly first: readonly [n: number, of: number]
  readonly later: readonly [n: number, of: number]
}

/** Targets that fit the numbers of today: what has risen is so much of the way. */
async function targetsFor({ readFigure }: ReadingNeeds, placeId: number): Promise<Target[]> {
  const found: Target[] = []
  for (const { goal, key, risen, progress } of goals) {
    const now = await readFigure({ placeId, on: null, key })
    const of = now.of ?? 0
    const rise = Math.min(now.n, Math.max(1, Math.round((of * risen) / 100)))
    if (of === 0 || rise === 0) continue
    const first = (100 * (now.n - rise)) / of
    const target = Math.min(100, oneDecimal(first + (100 * rise) / of / progress))
    found.push({
      goal,
      target,
      first: [now.n - rise, of],
      later: [now.n - Math.floor(rise / 2), of],
    })
  }
  return found
}

interface AgreementStory {
  readonly by: string
  readonly with: string
  readonly side: '1' | '2'
  readonly kind: '1' | '2'
  readonly from: string
  readonly goals: readonly Readonly<Record<string, unknown>>[]
  readonly moves: readonly (readonly [action: string, by: string, more?: object])[]
}

const idOf = async ({ db }: CaseNeeds, name: string): Promise<number> =>
  (await db.one<{ id: number }>(sql`select id from institution where name = ${name}`)).id

async function agree(processing: CaseNeeds, told: AgreementStory): Promise<string> {
  const id = await beginCase(processing, {
    actor: await officer(processing, told.by),
    definition: pairAgreement,
    about: { office: true },
    value: {
      kind: told.kind,
      side: told.side,
      partner: await idOf(processing, told.with),
      fromDay: told.from,
      untilDay: addDays(yearsLater(told.from, 3), -1),
      contact: '容与之',
      content: rich(
        '受援方先提需求，支援方按学期安排送教、跟岗和同课异构；双方每学期开一次联席会议，按目标的读数调整安排。',
      ),
      goals: told.goals,
    },
    key: undefined,
  })
  for (const [action, by, more] of told.moves)
    await step(processing, await officer(processing, by), { type: 'pairAgreement', id, action, ...more })
  return id
}

const signs = { value: { partnerContact: '柏见山' } }
const [village, other, authority] = ['阳西县溪畔学校', '阳东区教育局', '阳江市教育局']

/** The first of September of last year: the agreement is in its second year. */
const openingBefore = (today: string): string => {
  const year = Number(today.slice(0, 4)) - (today.slice(5) >= '09-01' ? 1 : 2)
  return `${year}-09-01`
}

/**
 * Tells agreements of pairs: one of two schools in its second year with a goal that stays behind, one of
 * two districts that waits to be recorded, one that waits for the school whose account is shown.
 */
export async function tellPairs(processing: CaseNeeds, needs: ReadingNeeds, today: string): Promise<void> {
  const from = openingBefore(today)
  const targets = await targetsFor(needs, await idOf(processing, village))
  const running = await agree(processing, {
    by: school,
    with: village,
    side: '1',
    kind: '2',
    from,
    goals: [...targets.map(({ goal, target }) => ({ goal, target, direction: '1' })), stated],
    moves: [
      ['propose', school],
      ['sign', village, signs],
      ['record', authority],
    ],
  })
  await keepNumbers(processing, running, targets)
  await signedBefore(processing, running, from)
  await state(processing, running, targets.length + 1, today)
  await tellPlans(processing, {
    agreement: running,
    from,
    until: addDays(yearsLater(from, 3), -1),
    by: school,
    others: village,
    today,
  })
  await agree(processing, {
    by: district,
    with: other,
    side: '1',
    kind: '1',
    from: addDays(today, 20),
    goals: [
      { goal: '01', target: 40, direction: '1' },
      { goal: '05', target: 30, direction: '1', dueOn: addDays(today, 400) },
    ],
    moves: [
      ['propose', district],
      ['sign', other, signs],
    ],
  })
  await agree(processing, {
    by: '阳西县织云小学',
    with: school,
    side: '2',
    kind: '2',
    from: addDays(today, 45),
    goals: [{ goal: '02', target: 90, direction: '1' }],
    moves: [['propose', '阳西县织云小学']],
  })
  const stopping = new AbortController().signal
  while (await readGoals(needs, stopping));
}

/** The days before the first one on which it was signed and recorded. */
const signedBefore = ({ db }: CaseNeeds, id: string, from: string): Promise<unknown> =>
  db.execute(sql`
    update process_event e set at = ${`${from}T10:00:00+08:00`}::timestamptz - x.before::interval
    from (values ('propose', '12 days'), ('sign', '10 days'), ('record', '4 days'), ('start', '10 hours'))
      as x(move, before)
    where e.case_id = ${id}::uuid and e.move = x.move`)

/** Writes what was counted on the first day and a year later: the archives of the demo begin later than that. */
async function keepNumbers({ db }: CaseNeeds, id: string, targets: readonly Target[]): Promise<void> {
  const rows = targets.flatMap(({ first, later }, index) => [
    { no: index + 1, kind: 'baseline', n: first[0], of: first[1] },
    { no: index + 1, kind: 'september', n: later[0], of: later[1] },
  ])
  await db.execute(sql`
    update pair_reading r
    set state = 'read', n = x.n, of_n = x."of", value = 100.0 * x.n / x."of", read_at = r.day + interval '1 day'
    from jsonb_to_recordset(${sql.json(rows)}) as x(no int, kind text, n numeric, "of" numeric)
    where r.case_id = ${id}::uuid and r.no = x.no and r.kind = x.kind and r.day <= current_date`)
}

/** What the supported school stated of its experiments: confirmed for last term, waiting for this one. */
async function state(processing: CaseNeeds, id: string, no: number, today: string): Promise<void> {
  const { db } = processing
  const [own, others] = [await officer(processing, village), await officer(processing, school)]
  const rows = [
    { day: addDays(today, -150), value: 74, isConfirmed: true },
    { day: addDays(today, -12), value: 77, isConfirmed: false },
  ]
  for (const { day, value, isConfirmed } of rows)
    await db.execute(sql`
      insert into pair_statement (id, case_id, no, day, value, evidence, by_institution, by_identity, state,
        answered_by, answered_at)
      values (${uuidv7()}::uuid, ${id}::uuid, ${no}, ${day}::date, ${value},
        ${'实验室使用登记簿，教导处按课程表逐节核对。'}, ${own.institutionId}, ${own.identityId},
        ${isConfirmed ? 'confirmed' : 'waiting'}, ${isConfirmed ? others.institutionId : null},
        ${isConfirmed ? `${addDays(day, 3)}T10:00:00+08:00` : null}::timestamptz)`)
}
