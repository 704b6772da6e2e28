import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseEvent, CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm, isByClock, stagesIn } from '../../../catalogue/processes/reading.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { processCalled } from '../../../catalogue/processes/processes.ts'
import { sql } from '../../platform/db/sql.ts'
import type { HandedOver } from './effects.ts'
import { filesShown, judgeForm } from '../filled-forms/index.ts'
import { lineOf, movesOf, namesOf } from './list.ts'
import { judgedOf, matterOf } from './hand-in.ts'
import { kinOf } from './of-case.ts'
import { peopleShown } from './people.ts'
import type { CaseNeeds } from './processing.ts'
import { caseOf, holdsForm, type CaseRow } from './row.ts'

/** One case as its page shows it: where it stands, what the reader may do, what happened. */
export async function viewOfCase(
  processing: CaseNeeds,
  actor: Actor,
  definition: AnyProcess,
  id: string,
): Promise<CaseView> {
  const { db } = processing
  const row = await caseOf(db, actor, definition, id)
  const opens = holdsForm(actor, row) ? stagesIn(definition, row.state) : []
  const canEdit = opens.length > 0
  const [named, events, files, people, opinions, warnings] = await Promise.all([
    namesOf(db, definition, [row]),
    eventsOf(processing, row),
    filesShown(db, definition, row.value),
    peopleShown(db, row),
    processing.consequences.opinions(db, definition, row),
    opens.includes(firstForm) ? warningsOf(processing, definition, row, actor) : [],
  ])
  const line = lineOf(definition, row, named)
  return {
    ...line,
    about: aboutOf(row),
    campaign: await campaignTitle(db, row),
    fileRules: row.fileRules,
    ...(await kinOf(db, actor, row)),
    by: row.by,
    createdAt: row.createdAt,
    canEdit,
    opens: [...opens],
    moves: movesOf(actor, definition, row),
    waitsFor: sentenceOf(definition, row, line.holder),
    warnings,
    timeline: events.map((event) => eventLine(definition, event)),
    handover: events.flatMap(({ facts }) => facts?.handover ?? []),
    files,
    people,
    opinions,
  }
}

/** Stage, subject and title in one line, for people to read. */
const aboutOf = ({ stage, subject, titleLevel }: CaseRow): string =>
  [
    stage && labelOf('schoolStage', stage),
    subject && labelOf('subject', subject),
    titleLevel && labelOf('titleLevel', titleLevel),
  ]
    .filter(Boolean)
    .join('　')

function sentenceOf(definition: AnyProcess, row: CaseRow, holder: CaseView['holder']): string | null {
  if (row.heldUp !== null) return `到了日子没有办成：${row.heldUp}`
  const until = row.actsAt === null ? '' : `，${row.actsAt} 截止`
  if (row.holderRole === 2) return `等${row.holderName ?? row.name}办理${until}`
  if (holder) return `等${holder.institution?.name ?? holder.label}办理${until}`
  if (row.actsOn !== null) {
    const next = definition.moves.find((move) => isByClock(move) && move.from.includes(row.state))
    return `${row.actsAt ?? row.actsOn} ${next?.label ?? '自动办理'}`
  }
  return null
}

async function warningsOf(processing: CaseNeeds, definition: AnyProcess, row: CaseRow, actor: Actor) {
  const { value, warnings } = judgeForm(definition, row.value, firstForm)
  const found = await judgedOf(processing, processing.db, matterOf(definition, { ...row, value }, actor))
  return [...warnings, ...found.warnings].map(({ field, message }) => ({ field, message }))
}

async function campaignTitle(db: CaseNeeds['db'], { campaignId }: CaseRow): Promise<string | null> {
  if (campaignId === null) return null
  const { title } = await db.one<{ title: string }>(
    sql`select title from campaign where id = ${campaignId}::uuid`,
  )
  return title
}

interface EventRow {
  readonly at: string
  readonly move: string
  readonly from: string
  readonly to: string
  readonly by: string | null
  readonly institution: string | null
  readonly party: string | null
  readonly reason: string | null
  readonly facts: { readonly handover: readonly HandedOver[] } | null
}

function eventsOf({ db }: CaseNeeds, { institutionId, id }: CaseRow): Promise<EventRow[]> {
  return db.query<EventRow>(sql`
    select e.at, e.move, e.from_state as "from", e.to_state as "to", p.name as by, i.name as institution,
      e.party, e.reason, e.facts
    from process_event e
    left join identity a on a.id = e.by_identity
    left join person p on p.id = a.person_id
    left join institution i on i.id = e.by_institution
    where e.institution_id = ${institutionId} and e.case_id = ${id}::uuid
    order by e.no`)
}

function eventLine(definition: AnyProcess, event: EventRow): CaseEvent {
  const move = definition.moves.find(
    ({ name, from, to }) => name === event.move && from.includes(event.from) && to === event.to,
  )
  return {
    at: event.at,
    move: event.move,
    // A change that was approved leaves a line by the name of its process.
    label: move?.label ?? processCalled(event.move)?.title ?? event.move,
    to: definition.states[event.to]?.label ?? event.to,
    by: event.by,
    institution: event.institution,
    party: event.party === null ? null : (definition.parties[event.party]?.label ?? null),
    reason: event.reason,
  }
}
