import type { Actor } from '../../../catalogue/access/access.ts'
import type { Prep, PrepState } from '../../../catalogue/contract/preps.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isBlank, type PlanBlock } from '../../../catalogue/preps/plan.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A prep as the actor stands to it. */
export interface StoodPrep {
  readonly id: string
  readonly title: string
  readonly schoolStage: string
  readonly subject: string
  readonly grade: string | null
  readonly nodes: number[]
  readonly week: string
  readonly state: PrepState
  readonly blocks: PlanBlock[]
  readonly version: number
  readonly institutionId: number
  readonly mainId: number
  readonly mainName: string
  /** Who fixes the common plan, as long as that teacher works at the school; else the main author. */
  readonly leaderId: number
  readonly leaderName: string
  readonly holderId: number | null
  readonly holderName: string | null
  readonly heldUntil: string | null
  readonly resource: number | null
  readonly isMember: boolean
  /** The fixed version that the actor took for the own lesson. */
  readonly ownOn: number | null
  readonly lastVersion: number
  readonly agreedVersion: number
}

/** Condition that the actor may learn of `prep p`: teachers of its school, its main author, who took it along. */
export const readable = ({ teacherId, institutionId }: Actor): Sql => sql`(
  p.institution_id = ${institutionId} or p.teacher_id = ${teacherId ?? 0}
  or exists (select 1 from prep_own o where o.prep_id = p.id and o.teacher_id = ${teacherId ?? 0}))`

/** The teacher who fixes the plan of `prep p`, joined as `lead`; null where nobody does in the main author's place. */
export const leading = sql`left join lateral (
    select t.id, t.name
    from prep_member m
      join teacher t on t.id = m.teacher_id and t.institution_id = p.institution_id
    where m.prep_id = p.id and m.leads) lead on true`

/** Reads a prep for the actor; `lock` keeps others from changing it. Out of scope is `missing`. */
export async function standingTo(
  db: Queryable,
  actor: Actor,
  id: string,
  lock: boolean = false,
): Promise<StoodPrep> {
  const self = actor.teacherId ?? 0
  if (lock) await db.query(sql`select 1 from prep where id = ${id} for update`)
  const row = await db.maybeOne<StoodPrep>(sql`
    select p.id, p.title, p.stage as "schoolStage", p.subject, p.grade, p.node_ids as nodes,
      to_char(p.week, 'YYYY-MM-DD') as week, p.state, p.blocks, p.edit_no as version,
      p.institution_id as "institutionId", p.teacher_id as "mainId", main.name as "mainName",
      coalesce(lead.id, p.teacher_id) as "leaderId", coalesce(lead.name, main.name) as "leaderName",
      holder.id as "holderId", holder.name as "holderName",
      case when holder.id is not null then p.held_until end as "heldUntil",
      (select c.id from content c where c.id = p.content_id) as resource,
      exists (select 1 from prep_member m where m.prep_id = p.id and m.teacher_id = ${self}) as "isMember",
      (select o.on_version from prep_own o where o.prep_id = p.id and o.teacher_id = ${self}) as "ownOn",
      (select coalesce(max(v.no), 0) from prep_version v where v.prep_id = p.id) as "lastVersion",
      (select coalesce(max(v.no), 0) from prep_version v
        where v.prep_id = p.id and v.kind = 'agreed') as "agreedVersion"
    from prep p
      join teacher main on main.id = p.teacher_id
      left join teacher holder on holder.id = p.holder_teacher_id and p.held_until > now()
      ${leading}
    where p.id = ${id} and ${readable(actor)}`)
  if (!row) throw new AppError('missing')
  return row
}

export const isInside = ({ institutionId }: Actor, prep: StoodPrep): boolean =>
  prep.institutionId === institutionId

/** Main author or member, working at the school of the prep. */
export const takesPart = (actor: Actor, prep: StoodPrep): boolean =>
  isInside(actor, prep) && (prep.isMember || prep.mainId === actor.teacherId)

/** Before it is laid before the group, the text is read by those who take part. */
export const readsText = (actor: Actor, prep: StoodPrep): boolean =>
  takesPart(actor, prep) || (isInside(actor, prep) && prep.lastVersion > 0)

type May = Prep['may']

/** What the actor may do with the prep now. */
export const mayOf = (actor: Actor, prep: StoodPrep): May => ({
  ...mayWrite(actor, prep),
  ...mayDecide(actor, prep),
  ...mayTake(actor, prep),
})

const isIn = ({ state }: StoodPrep, ...states: readonly PrepState[]): boolean => states.includes(state)

const isMain = (actor: Actor, prep: StoodPrep): boolean =>
  isInside(actor, prep) && prep.mainId === actor.teacherId

const leads = (actor: Actor, prep: StoodPrep): boolean =>
  isInside(actor, prep) && prep.leaderId === actor.teacherId

function mayWrite(actor: Actor, prep: StoodPrep): Pick<May, 'edit' | 'write' | 'note' | 'remove'> {
  const part = takesPart(actor, prep)
  return {
    edit: isMain(actor, prep) && !isIn(prep, 'archived'),
    write: part && isIn(prep, 'planned', 'drafting', 'discussing'),
    note: part && isIn(prep, 'discussing', 'agreed'),
    remove: isMain(actor, prep) && prep.lastVersion === 0,
  }
}

function mayDecide(actor: Actor, prep: StoodPrep): Pick<May, 'open' | 'agree' | 'archive' | 'share'> {
  const decides = isMain(actor, prep) || leads(actor, prep)
  const isWritten = !isBlank(prep.blocks)
  return {
    open: decides && isWritten && isIn(prep, 'drafting', 'agreed'),
    agree: leads(actor, prep) && isWritten && isIn(prep, 'discussing'),
    archive: decides && isIn(prep, 'agreed'),
    share: isMain(actor, prep) && isIn(prep, 'agreed', 'archived') && prep.resource === null,
  }
}

const mayTake = (actor: Actor, prep: StoodPrep): Pick<May, 'join' | 'adapt'> => ({
  join: isInside(actor, prep) && !takesPart(actor, prep) && !isIn(prep, 'archived'),
  adapt: isInside(actor, prep) && prep.agreedVersion > 0 && prep.ownOn === null,
})

/** Refuses what the actor may not do: 403 to those who take no part, 409 where the prep has no such step now. */
export function demand(actor: Actor, prep: StoodPrep, act: keyof May, message: string): void {
  if (mayOf(actor, prep)[act]) return
  throw takesPart(actor, prep) || act === 'join' || act === 'adapt'
    ? new AppError('wrongState', { message })
    : new AppError('forbidden', { message: '您没有参加本次备课，不能这样办理' })
}
