import type { Actor } from '../../../../catalogue/access/access.ts'
import type { NeedsAsked, NeedState } from '../../../../catalogue/contract/support-needs.ts'
import { institutionsInScope } from '../../../engine/access/index.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows } from '../../../engine/processes/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { pairsOf } from '../agreements/pairs.ts'

/** Whom an institution supports today, and the cities in which those lie. */
export interface SupportReach {
  readonly institutionId: number
  readonly supported: readonly number[]
  readonly cities: readonly number[]
}

export async function supportingOf(db: Queryable, institutionId: number): Promise<SupportReach> {
  const pairs = await pairsOf(db, { from: today(), of: [institutionId] })
  const supported = pairs.flatMap((pair) => (pair.supporterId === institutionId ? [pair.supportedId] : []))
  const cities =
    supported.length === 0
      ? []
      : await db.query<{ id: number }>(sql`
          select distinct i.city_id as id from institution i
          where i.id = any(${supported}::int[]) and i.city_id is not null`)
  return { institutionId, supported, cities: cities.map(({ id }) => id) }
}

/** Whether the need `n` is one of a partner: of whom the institution supports, or in a district that it supports. */
export const isPartners = ({ supported }: SupportReach): Sql =>
  sql`(n.owner_id = any(${[...supported]}::int[]) or coalesce(n.district_id = any(${[...supported]}::int[]), false))`

/** Whether the institution may offer something for the need `n`: a partner at once, others of the city later. */
export const mayOffer = (by: SupportReach): Sql => sql`(
  n.closed_at is null and n.end_on >= ${today()}::date and n.taken < n.places and ${isAddressed(by)})`

/** Whether the need `n` asks the institution, whatever room it has. */
export const isAddressed = (by: SupportReach): Sql =>
  sql`(n.owner_id <> ${by.institutionId} and ${isOpenTo(by)})`

/** Whether the need `n` is shown to the institution as a supporter. */
export const isOpenTo = (by: SupportReach): Sql => sql`(
  ${isPartners(by)} or (n.city_from <= ${today()}::date and coalesce(n.city_id = any(${[...by.cities]}::int[]), false)))`

/** Condition that the actor may see the need `n` of the institution `i`. Who offered something goes on seeing it. */
export const visible = (actor: Actor, by: SupportReach): Sql => sql`(
  n.owner_id = ${actor.institutionId} or ${institutionsInScope(actor, 'i')}
  or (n.closed_at is null and ${isOpenTo(by)})
  or exists (
    select 1 from ${caseRows} o
    where o.of_case = n.case_id and o.type = 'supportOffer' and o.institution_id = ${actor.institutionId}))`

/** Where the need `n` stands. */
export const stateOf: Sql = sql`case
  when n.taken >= n.places then 'met'
  when n.closed_at is not null and k.state = 'expired' then 'expired'
  when n.closed_at is not null then 'ended'
  when n.end_on < (now() at time zone 'Asia/Shanghai')::date then 'expired'
  when n.taken > 0 then 'partly'
  else 'waiting' end`

const open: readonly NeedState[] = ['waiting', 'partly']

/** Condition of a list, beside who may see it. */
export function narrowed(asked: NeedsAsked, by: SupportReach): Sql {
  const { q, kind, stage, subject, state, whose } = asked
  const parts = [
    ...(q ? [sql`(position(${q} in n.title) > 0 or position(${q} in i.name) > 0)`] : []),
    ...(kind === undefined ? [] : [sql`n.kind = ${kind}`]),
    ...(stage === undefined ? [] : [sql`n.stage = ${stage}`]),
    ...(subject === undefined ? [] : [sql`n.subject = ${subject}`]),
    ...(state === undefined
      ? []
      : [sql`${stateOf} = any(${state === 'open' ? [...open] : [state]}::text[])`]),
    ...(whose === 'own' ? [sql`n.owner_id = ${by.institutionId}`] : []),
    ...(whose === 'partners' ? [isPartners(by)] : []),
    ...(whose === 'others' ? [sql`n.owner_id <> ${by.institutionId} and not ${isPartners(by)}`] : []),
  ]
  return parts.length === 0 ? sql.empty : sql`and ${sql.join(parts, ' and ')}`
}

/** A need as offers ask for it. */
export interface NeedRow {
  readonly id: string
  readonly ownerId: number
  readonly title: string
  readonly kind: string
  readonly places: number
  readonly taken: number
  readonly startOn: string
  readonly endOn: string
  readonly closed: boolean
}

export const needById = (db: Queryable, id: string): Promise<NeedRow | undefined> =>
  db.maybeOne<NeedRow>(sql`
    select n.case_id as id, n.owner_id as "ownerId", n.title, n.kind, n.places, n.taken, n.start_on::text as "startOn",
      n.end_on::text as "endOn", (n.closed_at is not null or n.end_on < ${today()}::date) as closed
    from support_need n where n.case_id = ${id}::uuid`)

/** Why a need has no room for so many more; null where it has. */
export function refusalFor(need: NeedRow | undefined, number: number): string | null {
  if (!need || need.closed) return '需求已经结束或过期，不能再响应'
  const left = need.places - need.taken
  if (left >= number) return null
  const said = `需要 ${need.places}，已有 ${need.taken}`
  return left === 0 ? `${said}，名额已满` : `${said}，还差 ${left}，不能再响应 ${number}`
}
