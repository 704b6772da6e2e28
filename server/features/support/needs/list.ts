import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  NeedLine,
  NeedPage,
  NeedsAsked,
  NeedView,
} from '../../../../catalogue/contract/support-needs.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { linesOf as linesIn } from '../../../../catalogue/processes/research-activity-fields.ts'
import { institutionsInScope } from '../../../engine/access/index.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows } from '../../../engine/processes/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { isPartners, mayOffer, narrowed, stateOf, supportingOf, visible, type SupportReach } from './need.ts'

const rows = sql`support_need n
  join institution i on i.id = n.owner_id
  join ${caseRows} k on k.id = n.case_id`

const columns = (by: SupportReach): Sql => sql`
  n.case_id as id, n.title, n.kind, n.stage, n.subject, i.name as owner, n.owner_id = ${by.institutionId} as "isOwn",
  ${isPartners(by)} as "isPartners", n.places, n.taken, ${stateOf} as state, n.start_on::text as "startOn",
  n.end_on::text as "endOn", n.opened_at as "openedAt", ${mayOffer(by)} as "mayOffer"`

/** What may still be answered first; of it that of partners, then by subject and stage, then what begins first. */
const inOrder = (by: SupportReach): Sql => sql`
  order by n.closed_at is null desc, ${isPartners(by)} desc, n.subject nulls last, n.stage nulls last, n.start_on, n.case_id`

/** Needs that the office may see. */
export async function needsFor(db: Queryable, actor: Actor, asked: NeedsAsked): Promise<NeedPage> {
  const { page, pageSize } = asked
  const by = await supportingOf(db, actor.institutionId)
  const where = sql`where ${visible(actor, by)} ${narrowed(asked, by)}`
  const [list, { total }] = await Promise.all([
    db.query<NeedLine>(sql`
      select ${columns(by)} from ${rows} ${where} ${inOrder(by)} limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${rows} ${where}`),
  ])
  return { list, total, page, pageSize }
}

/** Needs of one institution that the office may see, those that are open first; `open`: those that it may answer. */
export async function needsOf(
  db: Queryable,
  actor: Actor,
  ownerId: number,
  most: number,
): Promise<{ readonly list: NeedLine[]; readonly total: number; readonly open: number }> {
  const by = await supportingOf(db, actor.institutionId)
  const where = sql`where ${visible(actor, by)} and n.owner_id = ${ownerId}`
  const [list, counted] = await Promise.all([
    db.query<NeedLine>(sql`select ${columns(by)} from ${rows} ${where} ${inOrder(by)} limit ${most}`),
    db.one<{ total: number; open: number }>(sql`
      select count(*)::int as total, (count(*) filter (where ${mayOffer(by)}))::int as open from ${rows} ${where}`),
  ])
  return { list, ...counted }
}

/** The ids of what a list shows, in its order; for taking it out. */
export async function needIds(
  db: Queryable,
  actor: Actor,
  asked: NeedsAsked,
  most: number,
): Promise<string[]> {
  const by = await supportingOf(db, actor.institutionId)
  const found = await db.query<{ id: string }>(sql`
    select n.case_id as id from ${rows} where ${visible(actor, by)} ${narrowed(asked, by)} ${inOrder(by)} limit ${most}`)
  return found.map(({ id }) => id)
}

/** Some needs that the office may see, by their ids and in that order. */
export async function needsByIds(db: Queryable, actor: Actor, ids: readonly string[]): Promise<NeedLine[]> {
  const by = await supportingOf(db, actor.institutionId)
  return db.query<NeedLine>(sql`
    select ${columns(by)} from ${rows}
    where n.case_id = any(${[...ids]}::uuid[]) and ${visible(actor, by)}
    order by array_position(${[...ids]}::uuid[], n.case_id)`)
}

type OfferRow = Omit<NeedView['offers'][number], 'people'> & { readonly people: unknown }

/**
 * One need. Its owner and the offices above see every offer, a supporter its own alone. AppError `missing` for a need
 * that is not shown to the office.
 */
export async function needFor(db: Queryable, actor: Actor, id: string): Promise<NeedView> {
  const by = await supportingOf(db, actor.institutionId)
  const need = await db.maybeOne<Omit<NeedView, 'offers'> & { readonly seesAll: boolean }>(sql`
    select ${columns(by)}, k.value ->> 'detail' as detail, (k.value ->> 'weekly')::int as weekly,
      n.city_from::text as "cityFrom",
      (n.owner_id = ${actor.institutionId} or ${institutionsInScope(actor, 'i')}) as "seesAll"
    from ${rows} where n.case_id = ${id}::uuid and ${visible(actor, by)}`)
  if (!need) throw new AppError('missing')
  const { seesAll, ...shown } = need
  const offers = await db.query<OfferRow>(sql`
    select o.id, i.name as supporter, (o.value ->> 'number')::int as number, o.value -> 'people' as people, o.state,
      o.updated_at as at, o.institution_id = ${actor.institutionId} as "isOwn"
    from ${caseRows} o join institution i on i.id = o.institution_id
    where o.of_case = ${id}::uuid and o.type = 'supportOffer'
      and (o.institution_id = ${actor.institutionId} or (o.handed_in and ${seesAll}))
    order by o.updated_at desc, o.id limit 100`)
  return {
    ...shown,
    offers: offers.map(({ people, ...offer }) => ({
      ...offer,
      people: linesIn(people).map(({ name }) => String(name)),
    })),
  }
}
