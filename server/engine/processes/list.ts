import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseLine, CaseMove } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { climbing, holderOf, isFinal, movesFrom, partiesOf } from '../../../catalogue/processes/reading.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { institutionCalled, namedLike } from '../access/index.ts'
import type { Queryable } from '../engine.ts'
import { narrowedBy } from '../kinds/index.ts'
import {
  actorsParties,
  factsOf,
  isOthers,
  joined,
  joinedTo,
  readable,
  reasonOf,
  selected,
  type CaseRow,
} from './row.ts'

export interface ListAsked {
  readonly queue?: 'mine' | 'begun' | 'open' | 'ended' | undefined
  readonly state?: string | undefined
  /** What the declared filters ask, by field. */
  readonly filters?: Readonly<Record<string, string>>
  readonly q?: string | undefined
  readonly teacherId?: number | undefined
  readonly campaign?: string | undefined
  /** `name`, `updatedAt` or a field of the list, with a minus in front for falling; the usual order without. */
  readonly sort?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** A page of readable cases: last changed first; of what waits for the office the longest wait first. */
export async function listCases(db: Queryable, actor: Actor, definition: AnyProcess, asked: ListAsked) {
  const where = conditionOf(actor, definition, asked)
  const [rows, count] = await Promise.all([
    db.query<CaseRow>(pageStatement(actor, definition, asked)),
    db.one<{ total: number }>(sql`
      select count(*)::int as total
      from (select 1 from process_case k left join teacher t on t.id = k.teacher_id where ${where} limit 10001) one`),
  ])
  const named = await namesOf(db, definition, rows)
  return {
    list: rows.map((row) => ({
      ...lineOf(definition, row, named),
      // What can be done with several at once asks for nothing but words.
      ...(asked.queue === 'mine' && {
        moves: movesOf(actor, definition, row).filter(({ asks }) => asks.length === 0),
      }),
    })),
    total: Math.min(count.total, 10_000),
    ...(count.total > 10_000 && { totalMore: true as const }),
    page: asked.page,
    pageSize: asked.pageSize,
  }
}

/** The statement of a page. The page is found first, because working out deadlines is dear. */
export function pageStatement(actor: Actor, definition: AnyProcess, asked: ListAsked): Sql {
  const rows = sql`limit ${asked.pageSize} offset ${(asked.page - 1) * asked.pageSize}`
  return sql`
    select ${selected}
    from ${joinedTo(sql`(${found(actor, definition, asked, rows)}) k`)}
    order by ${orderOf(asked)}`
}

/** Cases in the order of a list. By a column, the first 10 000 of the usual order are put in that order (0163). */
function found(actor: Actor, definition: AnyProcess, asked: ListAsked, rows: Sql): Sql {
  const usual = sql`
    select k.* from process_case k left join teacher t on t.id = k.teacher_id
    where ${conditionOf(actor, definition, asked)}
    order by ${orderOf({ ...asked, sort: '' })}`
  if (!asked.sort) return sql`${usual} ${rows}`
  return sql`select k.* from (${usual} limit 10000) k left join teacher t on t.id = k.teacher_id
    order by ${orderOf(asked)} ${rows}`
}

function orderOf({ queue, sort = '' }: ListAsked): Sql {
  const [key, falls] = [sort.replace(/^-/, ''), sort.startsWith('-') ? sql`desc` : sql.empty]
  if (key === '') return queue === 'mine' ? sql`k.holder_since, k.id` : sql`k.updated_at desc, k.id desc`
  const by =
    key === 'name' ? sql`t.name_sort` : key === 'updatedAt' ? sql`k.updated_at` : sql`k.value -> ${key}::text`
  return sql`${by} ${falls} nulls last, k.id ${falls}`
}

/** The cases of a list in its order, at most so many, each with the teacher it is about. */
export const caseKeys = (
  db: Queryable,
  { actor, definition, asked }: { actor: Actor; definition: AnyProcess; asked: ListAsked },
  most: number,
) =>
  db.query<{ id: string; teacher: number | null }>(sql`
    select k.id, k.teacher_id as teacher from (${found(actor, definition, asked, sql`limit ${most}`)}) k`)

/** Some cases that the actor may read, by their ids and in that order. */
export async function casesByIds(
  db: Queryable,
  actor: Actor,
  definition: AnyProcess,
  ids: readonly string[],
): Promise<CaseLine[]> {
  const rows = await db.query<CaseRow>(sql`
    select ${selected}
    from ${joined}
    where k.id = any(${[...ids]}::uuid[]) and k.type = ${definition.name} and ${readable(actor)}
    order by array_position(${[...ids]}::uuid[], k.id)`)
  const named = await namesOf(db, definition, rows)
  return rows.map((row) => lineOf(definition, row, named))
}

function conditionOf(actor: Actor, definition: AnyProcess, asked: ListAsked): Sql {
  const { queue, state, filters = {}, q, teacherId, campaign } = asked
  if (state?.split(',').some((one) => !Object.hasOwn(definition.states, one)))
    throw invalid('state', '没有这种状态')
  const parts = [sql`k.type = ${definition.name}`, readable(actor)]
  if (queue === 'mine') parts.push(waitsFor(actor))
  if (queue === 'begun' && actor.role !== 2) parts.push(sql`k.institution_id = ${actor.institutionId}`)
  if (queue === 'open') parts.push(sql`k.open`)
  if (queue === 'ended') parts.push(sql`not k.open`)
  if (state !== undefined) parts.push(sql`k.state = any(${state.split(',')}::text[])`)
  parts.push(...narrowedBy(sql`k.value`, definition.fields, filters))
  if (teacherId !== undefined) parts.push(sql`k.teacher_id = ${teacherId}`)
  if (campaign !== undefined) parts.push(sql`k.campaign_id = ${campaign}::uuid`)
  if (q !== undefined && q !== '') parts.push(calledLike(definition, q))
  return sql.join(parts, ' and ')
}

/**
 * Condition that `process_case k` waits for the actor's office; what was sent back does, too, and what was
 * never handed in does not. Nobody acts on what is about themselves.
 */
export const waitsFor = (actor: Actor): Sql =>
  actor.role === 2 ? waitsForPerson(actor) : waitsForOffice(actor)

const waitsForPerson = ({ teacherId }: Actor): Sql =>
  teacherId === null ? sql`false` : sql`k.open and k.handed_in and k.holder_teacher_id = ${teacherId}`

const waitsForOffice = (actor: Actor): Sql => sql`k.open and k.handed_in
  and k.holder_institution_id = ${actor.institutionId} and k.holder_role = ${actor.role}
  and ${isOthers(actor)}`

/** How many entries of a campaign the actor may read. */
export async function countEntries(db: Queryable, actor: Actor, campaignId: string): Promise<number> {
  const { entries } = await db.one<{ entries: number }>(sql`
    select count(*)::int as entries from process_case k where k.campaign_id = ${campaignId}::uuid and ${readable(actor)}`)
  return entries
}

/** Condition on the name of the person or the institution, or on what the process calls a case. */
const calledLike = ({ titled }: AnyProcess, q: string): Sql => {
  const like = `%${q.replace(/[%_\\]/g, String.raw`\$&`)}%`
  const named = sql`(${namedLike('t', q)} or exists (
    select 1 from institution i where i.id = k.subject_institution_id and ${institutionCalled('i', q)})
    or exists (select 1 from content x where x.id = k.subject_content_id
      and coalesce(x.live, x.value) ->> 'title' ilike ${like}))`
  return titled === undefined ? named : sql`(${named} or k.value ->> ${titled} ilike ${like})`
}

/** Names of the institutions of some cases and of what their fields name, by number. */
export async function namesOf(
  db: Queryable,
  definition: AnyProcess,
  rows: readonly CaseRow[],
): Promise<ReadonlyMap<number, string>> {
  const fields = Object.entries(definition.fields).filter(
    ([, field]) => kindOf(field).names === 'institution',
  )
  const ids = rows.flatMap(({ parties, value, holderInstitutionId }) => [
    ...Object.values(parties),
    holderInstitutionId,
    ...fields.flatMap(([key]) => [value[key]].flat()),
  ])
  const numbers = [...new Set(ids.filter((id): id is number => typeof id === 'number'))]
  if (numbers.length === 0) return new Map()
  const found = await db.query<{ id: number; name: string }>(
    sql`select id, name from institution where id = any(${numbers}::int[])`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

const institutionIn = (named: ReadonlyMap<number, string>, id: number | null) =>
  id === null ? null : { id, name: named.get(id) ?? '' }

/** The moves that the actor may make now, in the order of the declaration. */
export function movesOf(actor: Actor, definition: AnyProcess, row: CaseRow): CaseMove[] {
  const own = actorsParties(actor, row)
  return movesFrom(definition, row.state, factsOf(row))
    .filter((move) => partiesOf(definition, move, row.state).some((party) => own.includes(party)))
    .map((move) => ({
      name: move.name,
      label: move.label,
      to: move.to,
      reason: reasonOf(row, move),
      asks: [...(move.asks ?? [])],
      tone: move.tone ?? 'forward',
    }))
}

export function lineOf(definition: AnyProcess, row: CaseRow, named: ReadonlyMap<number, string>): CaseLine {
  const state = definition.states[row.state]
  const held = holderOf(state) ?? climbing
  const titled = definition.titled === undefined ? null : row.value[definition.titled]
  return {
    id: row.id,
    type: row.type,
    title: typeof titled === 'string' ? titled : null,
    number: row.number,
    campaignId: row.campaignId,
    version: row.version,
    state: row.state,
    name: row.name,
    teacherId: row.teacherId,
    value: row.value,
    names: Object.fromEntries([...named].map(([id, name]) => [String(id), name])),
    parties: Object.entries(definition.parties).map(([key, party]) => ({
      party: key,
      label: party.label,
      people:
        party.is === 'people'
          ? row.people.flatMap(({ part, name }) => (part === party.part ? [name] : [])).join('、')
          : null,
      institution: institutionIn(named, row.parties[key] ?? null),
    })),
    holder:
      row.holderInstitutionId === null || isFinal(state)
        ? null
        : {
            party: held,
            label: definition.parties[held]?.label ?? state?.label ?? held,
            institution: institutionIn(named, row.holderInstitutionId),
            since: row.holderSince,
            lastDay: row.lastDay,
            overdue: row.overdue,
          },
    actsOn: row.actsOn,
    heldUp: row.heldUp,
    updatedAt: row.updatedAt,
  }
}
