import type { AnyProcess } from '../catalogue/processes/define.ts'
import { processes, type ProcessName } from '../catalogue/processes/processes.ts'
import type { Actor } from '../catalogue/access/access.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { beginCaseFor, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'

/** A move of a story: its name, the party that makes it, and what it says. */
type StoryMove = readonly [action: string, party: string, reason?: string]

interface Story {
  readonly type: ProcessName
  /** The school that begins it, and the one whose teacher it is about. */
  readonly by: string
  readonly of: string
  /** Which teacher of the school, counted from the last one; people of other stories come first. */
  readonly nth: number
  /** Fields with a day as a number of days from today. */
  readonly value: Readonly<Record<string, string | number>>
  readonly days: Readonly<Record<string, number>>
  readonly moves: readonly StoryMove[]
  /** Days since the last move. */
  readonly ago: number
}

const [senior, junior] = ['江城区听潮中学', '阳东区听松初级中学']
const submitted: readonly StoryMove[] = [['submit', 'receiver']]
const agreed: readonly StoryMove[] = [...submitted, ['agree', 'sender', '同意，已安排接任']]
const approved: readonly StoryMove[] = [...agreed, ['agree', 'senderAuthority', '编制可核减']]
const sent: readonly StoryMove[] = [['submit', 'sender']]
const hosted: readonly StoryMove[] = [...sent, ['agree', 'host']]
const posted: readonly StoryMove[] = [...hosted, ['approve', 'authority']]
const reported: readonly StoryMove[] = [['submit', 'school']]
const confirmed: readonly StoryMove[] = [...reported, ['approve', 'authority']]

/** To which school, from which, whose teacher, first day there, days since the last move, moves. */
const transfers: readonly (readonly [string, string, number, number, number, readonly StoryMove[]])[] = [
  [senior, '阳东区观澜中学', 0, 60, 1, []],
  [junior, senior, 0, 50, 3, submitted],
  ['江城区东濠小学', '江城区鹭洲小学', 0, 40, 2, agreed],
  [senior, junior, 0, 45, 4, approved],
  ['阳东区潮生学校', '阳东区云岫小学', 0, 20, 6, approved],
  ['阳东区观澜中学', '阳东区望渔小学', 0, -60, 62, approved],
  [
    '江城区鹤汀小学',
    '阳春市漱玉小学',
    0,
    30,
    9,
    [...submitted, ['reject', 'sender', '本校教师不足，暂不同意']],
  ],
  [
    '江城区云帆学校',
    '江城区鸿雁初级中学',
    0,
    35,
    12,
    [...submitted, ['cancel', 'receiver', '本人改变了意愿']],
  ],
]

/** From which school, whose teacher, to which, kind, first and last day, days since the last move, moves. */
const postings: readonly (readonly [
  ...[string, number, string, string],
  ...[number, number, number, readonly StoryMove[]],
])[] = [
  [senior, 1, '阳西县溪畔学校', '3', 70, 240, 1, []],
  [senior, 2, '阳西县溪畔学校', '3', 60, 230, 2, sent],
  [senior, 3, '江城区云帆学校', '4', 30, 200, 3, hosted],
  ['阳东区云岫小学', 1, '阳东区海角教学点', '1', 15, 190, 5, posted],
  [junior, 1, '阳东区观澜中学', '1', -70, 220, 75, posted],
  ['阳西县织云小学', 0, '阳西县沙堤小学', '1', -320, -20, 20, posted],
  ['阳春市松涧小学', 0, '阳春市漱玉小学', '2', 25, 180, 8, [...sent, ['reject', 'host', '轮岗名额已满']]],
  [junior, 2, '阳东区望渔小学', '3', 40, 170, 10, [...sent, ['cancel', 'sender', '计划推迟']]],
]

const retires = { kind: '1', toStatus: '01', leaveReason: '12' }
const isIll = { kind: '4', toStatus: '14', absenceReason: '4' }
const resigns = { kind: '2', toStatus: '06', leaveReason: '41' }

/** At which school, whose teacher, what, first day of the new state, days since the last move, moves. */
const changes: readonly (readonly [string, number, Story['value'], number, number, readonly StoryMove[]])[] =
  [
    [senior, 4, retires, 60, 1, []],
    ['江城区鹭洲小学', 1, retires, 38, 2, reported],
    ['江城区鸿雁初级中学', 1, retires, 25, 7, confirmed],
    ['阳江市远航职业技术学校', 0, retires, -50, 55, confirmed],
    [junior, 3, isIll, -10, 10, reported],
    // What the roll of a district shows beside those who serve.
    ['江城区鹤汀小学', 1, retires, -45, 48, confirmed],
    ['江城区东濠小学', 2, isIll, -15, 15, reported],
    ['江城区云帆学校', 2, resigns, -25, 27, confirmed],
    ['阳春市凌云初级中学', 0, resigns, -30, 30, confirmed],
    ['江城区东濠小学', 1, retires, 90, 6, [...reported, ['reject', 'authority', '未到法定退休年龄，请核对']]],
    ['江城区云帆学校', 1, isIll, 12, 5, [...reported, ['cancel', 'school', '病情好转']]],
  ]

/** A case of every state of every process, most of them at the schools whose accounts are shown. */
const stories: readonly Story[] = [
  ...transfers.map(([by, of, nth, on, ago, moves]): Story => {
    const value = { kind: '1', reason: '学科教师结构性缺员，经双方学校协商' }
    return { type: 'transfer', by, of, nth, value, days: { effectiveOn: on }, moves, ago }
  }),
  ...postings.map(([by, nth, to, kind, from, until, ago, moves]): Story => {
    const value = { kind, toOrg: to, reason: '县域内校长教师交流轮岗' }
    return { type: 'posting', by, of: by, nth, value, days: { startOn: from, endOn: until }, moves, ago }
  }),
  ...changes.map(([by, nth, value, on, ago, moves]): Story => ({
    type: 'statusChange',
    by,
    of: by,
    nth,
    value,
    days: { effectiveOn: on },
    moves,
    ago,
  })),
]

/**
 * Tells what is going on in the demo region, by the portal's own moves; afterwards the times are set back.
 */
export async function tellCases(processing: CaseNeeds, today: string): Promise<void> {
  for (const story of stories) await tellOne(processing, story, today)
}

async function tellOne(processing: CaseNeeds, story: Story, today: string): Promise<void> {
  const { db } = processing
  const definition: AnyProcess = processes[story.type]
  const named = async (name: string) =>
    (await db.one<{ id: number }>(sql`select id from institution where name = ${name}`)).id
  const teacher = await db.one<{ id: number }>(sql`
    select t.id
    from teacher t
    join person p on p.id = t.person_id
    where t.institution_id = ${await named(story.of)} and p.login_name is null
    order by t.id desc
    offset ${story.nth}
    limit 1`)
  const { toOrg, ...rest } = story.value
  const days = Object.entries(story.days).map(([key, n]) => [key, addDays(today, n)] as const)
  const given = {
    ...rest,
    ...Object.fromEntries(days),
    ...(typeof toOrg === 'string' && { toOrg: await named(toOrg) }),
  }
  const starter = await officer(processing, await named(story.by))
  const id = await beginCaseFor(processing, { actor: starter, definition, teacherId: teacher.id, given })
  for (const [action, party, reason = ''] of story.moves) {
    const { parties, version } = await db.one<{ parties: Record<string, number>; version: number }>(
      sql`select parties, version from process_case where id = ${id}::uuid`,
    )
    const at = party === Object.keys(definition.parties)[0] ? starter.institutionId : (parties[party] ?? 0)
    const actor = await officer(processing, at)
    await makeMove(processing, { actor, definition, id, action, version, reason, value: {} })
  }
  await setBack(processing, id, story.ago)
}

/** Somebody who acts for an institution. */
async function officer({ db }: CaseNeeds, institutionId: number): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    select a.id
    from identity a
    join institution i on i.id = a.institution_id
    where a.institution_id = ${institutionId} and a.state = 'enabled'
      and a.role = case i.level when 'district' then 4 when 'city' then 5 when 'province' then 6 else 3 end
    order by a.id limit 1`)
  const found = await actorOfIdentity(db, id)
  if (!found) throw new Error(`demo: nobody acts for institution ${institutionId}`)
  return found.actor
}

/** The last move was some days ago, each one before it a day earlier. */
async function setBack({ db }: CaseNeeds, id: string, ago: number): Promise<void> {
  await db.execute(sql`
    with placed as (
      select no, row_number() over (order by no desc) - 1 as earlier
      from process_event
      where case_id = ${id}::uuid)
    update process_event e
    set at = now() - make_interval(days => ${ago} + placed.earlier::int, hours => 2)
    from placed
    where e.case_id = ${id}::uuid and e.no = placed.no`)
  await db.execute(sql`
    update process_case
    set created_at = now() - make_interval(days => ${ago} + 5), updated_at = now() - make_interval(days => ${ago}),
      holder_since = now() - make_interval(days => ${ago})
    where id = ${id}::uuid`)
}
