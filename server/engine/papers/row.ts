import type { Actor, Place } from '../../../catalogue/access/access.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Reach } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import type { PaperValue } from '../../../catalogue/papers/value.ts'
import { audited } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { changingRow, type RowChange } from '../sharing/index.ts'

/** What the functions of this room need; handed in by the feature. */
export interface PaperNeeds {
  readonly db: Database
  readonly keys: Keys
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}

export type PaperState = 'draft' | 'sealed' | 'inReview' | 'published' | 'archived'

/** A paper with its maker and institution. A sealed one has its value already opened, for who may read it. */
export interface PaperRow {
  readonly id: number
  readonly value: PaperValue
  readonly state: PaperState
  readonly route: readonly RouteStep[] | null
  readonly step: number
  readonly return_step: number | null
  readonly remark: string | null
  readonly last_no: number
  readonly live_no: number | null
  readonly reach: Reach | null
  readonly sealed_until: string | null
  readonly edit_no: number
  readonly author_identity: number | null
  readonly author_person: number | null
  readonly author: string
  readonly by_identity: number
  readonly by_person: number
  readonly by_role: number
  readonly org: string
  readonly place: Place
  /** The part of the asker in a sealed paper that somebody else made; null for none. */
  readonly part: 'setter' | 'checker' | null
  readonly updated_at: string
}

/** A row as it is stored: a sealed one without a value. */
export type StoredRow = Omit<PaperRow, 'value'> & {
  readonly value: PaperValue | null
  readonly sealed: string | null
}

export const selected: Sql = sql`
  q.id, q.value, q.sealed, q.state, q.route, q.step, q.return_step, q.remark, q.last_no, q.live_no, q.reach,
  q.sealed_until, q.edit_no, q.author_identity, q.by_identity, q.updated_at,
  au.person_id as author_person, coalesce(ap.name, i.name) as author, b.person_id as by_person,
  b.role as by_role, i.name as org, named.part,
  json_build_object('institutionId', q.institution_id, 'districtId', q.district_id, 'cityId', q.city_id,
    'provinceId', q.province_id) as place`

export const joined = (actor: Pick<Actor, 'personId'>): Sql => sql`paper q
  join institution i on i.id = q.institution_id
  join identity b on b.id = q.by_identity
  left join identity au on au.id = q.author_identity
  left join person ap on ap.id = au.person_id
  left join paper_person named on named.paper_id = q.id and named.person_id = ${actor.personId}`

const teacher = 2

/** Condition that the actor makes `paper q`: a teacher his own, an office what its institution made. */
export const madeBy = (actor: Actor): Sql =>
  actor.role === teacher
    ? sql`q.author_identity in (select a.id from identity a where a.person_id = ${actor.personId} and a.role = ${teacher})`
    : sql`(q.author_identity is null and q.institution_id = ${actor.institutionId})`

/**
 * Condition that the actor is one of those a sealed paper is known to: its author and the people he named. An
 * office's is known to the officer who sealed it and the named ones, not to the whole office.
 */
const knowsSealed = (actor: Actor): Sql => sql`(q.state = 'sealed' and (
  exists (select 1 from paper_person n where n.paper_id = q.id and n.person_id = ${actor.personId})))`

const onItsWay = (actor: Actor): Sql =>
  actor.role === teacher
    ? sql`false`
    : sql`(q.state = 'inReview' and q.route @> jsonb_build_array(
        jsonb_build_object('institutionId', ${actor.institutionId}::int)))`

/** Condition that the actor deals with `paper q`. A sealed one is known to the named people only. */
export const dealsWith = (actor: Actor): Sql =>
  sql`(q.state <> 'sealed' and (${madeBy(actor)} or ${onItsWay(actor)}) or ${knowsSealed(actor)})`

export const isMaker = (
  actor: Actor,
  { author_person, place, state, part }: Pick<PaperRow, 'author_person' | 'place' | 'state' | 'part'>,
): boolean => {
  if (state === 'sealed') return part === 'setter'
  return actor.role === teacher
    ? author_person === actor.personId
    : author_person === null && place.institutionId === actor.institutionId
}

/** The place that the value of a sealed paper is bound to. */
export const sealPlace = (id: number): string => `paper|sealed|${id}`
export const sealValue = (keys: Keys, id: number, value: PaperValue): string =>
  keys.seal(JSON.stringify(value), sealPlace(id))

/** The row with its value, that of a sealed paper opened. */
export function openedRow(keys: Keys, { sealed, value, ...row }: StoredRow): PaperRow {
  if (value !== null) return { ...row, value }
  if (sealed === null) throw new Error(`paper ${row.id} has no value`)
  return { ...row, value: JSON.parse(keys.open(sealed, sealPlace(row.id))) }
}

export async function findRow(
  { keys }: Pick<PaperNeeds, 'keys'>,
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<PaperRow | undefined> {
  const row = await db.maybeOne<StoredRow>(
    sql`select ${selected} from ${joined(actor)} where q.id = ${id} and ${dealsWith(actor)}`,
  )
  return row && openedRow(keys, row)
}

/** The row, if the actor deals with it. @throws AppError `missing`, as if there were none */
async function rowOf(
  needs: Pick<PaperNeeds, 'keys'>,
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<PaperRow> {
  const row = await findRow(needs, db, actor, id)
  if (!row) throw new AppError('missing')
  return row
}

export const changedMeanwhile = '该试卷刚被改过，请刷新后再办'

/** A paper that an actor changes, within a transaction. */
export interface PaperAct {
  readonly needs: PaperNeeds
  readonly tx: Tx
  readonly actor: Actor
  readonly row: PaperRow
}

/** Runs a change in a transaction. Throws stale when the paper is no longer at the version of the change. */
export const changing = <T>(
  needs: PaperNeeds,
  asked: RowChange,
  change: (acting: PaperAct) => Promise<T>,
): Promise<T> =>
  changingRow(
    needs.db,
    { table: 'paper', stale: changedMeanwhile, find: (tx) => rowOf(needs, tx, asked.actor, asked.id) },
    asked,
    (tx, row) => change({ needs, tx, actor: asked.actor, row }),
  )

export function requireMaker(actor: Actor, row: PaperRow): void {
  if (!isMaker(actor, row)) throw new AppError('forbidden', { message: '试卷由命题人修改和发布' })
}

/** Writes the audit line of a change: the number alone, so that no log tells the name of a sealed paper. */
export async function note(
  {
    tx,
    actor,
    row,
  }: { readonly tx: Tx; readonly actor: Pick<Actor, 'identityId'>; readonly row: { readonly id: number } },
  action: string,
  more: object = {},
): Promise<void> {
  await tx.execute(audited({ by: actor.identityId, action, facts: { paper: row.id, ...more } }))
}
