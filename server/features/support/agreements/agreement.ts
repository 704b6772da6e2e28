import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { casePath } from '../../../../catalogue/processes/paths.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import { caseRows, lockCase, readable, roleAt } from '../../../engine/processes/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { lastDayOf, supportedOf, supporterOf } from './pairs.ts'

/** An agreement as the functions of this room need it. Days as YYYY-MM-DD. */
export interface AgreementRow {
  readonly id: string
  readonly state: string
  readonly value: Readonly<Record<string, unknown>>
  readonly title: string
  readonly kind: string
  readonly outside: string | null
  /** Null in a draft that was never handed in. */
  readonly supporterId: number | null
  readonly supporter: string
  readonly supportedId: number | null
  readonly supported: string
  readonly proposerId: number
  readonly authorityId: number | null
  readonly authority: string
  readonly holderId: number | null
  readonly holderRole: number | null
  readonly fromDay: string
  readonly untilDay: string
  readonly endedOn: string | null
}

const columns = sql`
  k.id, k.state, k.value, coalesce(k.value ->> 'title', '结对协议草稿') as title, coalesce(k.value ->> 'kind', '') as kind,
  k.value ->> 'outside' as outside, ${supporterOf} as "supporterId", coalesce(a.name, '') as supporter,
  ${supportedOf} as "supportedId", coalesce(b.name, '') as supported, k.institution_id as "proposerId",
  (k.parties ->> 'authority')::int as "authorityId", coalesce(o.name, '') as authority,
  k.holder_institution_id as "holderId", k.holder_role as "holderRole", coalesce(k.value ->> 'fromDay', '') as "fromDay",
  coalesce(k.value ->> 'untilDay', '') as "untilDay", k.value ->> 'endedOn' as "endedOn"`

/** Agreements with both sides and the authority; conditions name `k`, `a`, `b`, `o`. */
export const agreementRows: Sql = sql`${caseRows} k
  left join institution a on a.id = ${supporterOf}
  left join institution b on b.id = ${supportedOf}
  left join institution o on o.id = (k.parties ->> 'authority')::int`

export const agreementsWhere = (db: Queryable, where: Sql): Promise<AgreementRow[]> =>
  db.query<AgreementRow>(sql`
    select ${columns} from ${agreementRows} where k.type = 'pairAgreement' and ${where}`)

/** What the reader's office is to an agreement. */
export type PairReader = 'supporter' | 'supported' | 'authority' | 'office'

/** An agreement that the actor may read; everybody else is answered as if there were none. */
export async function agreementFor(
  db: Queryable,
  actor: Actor,
  id: string,
): Promise<{ readonly row: AgreementRow; readonly as: PairReader }> {
  const [row] = await agreementsWhere(db, sql`k.id = ${id}::uuid and ${readable(actor)}`)
  if (!row) throw new AppError('missing')
  return { row, as: readerOf(row, actor) }
}

function readerOf(row: AgreementRow, { institutionId }: Actor): PairReader {
  if (institutionId === row.supporterId) return 'supporter'
  if (institutionId === row.supportedId) return 'supported'
  return institutionId === row.authorityId ? 'authority' : 'office'
}

/** Whether the reader acts for one of the two sides. */
export const isSide = (as: PairReader): boolean => as === 'supporter' || as === 'supported'

/**
 * An agreement that is carried out, for an act of one of its sides; its case is locked.
 * @throws AppError `missing`; `forbidden` for its other readers; `wrongState` where it is not carried out
 */
export async function ownAgreement(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ readonly row: AgreementRow; readonly as: PairReader }> {
  await lockCase(tx, id)
  const found = await agreementFor(tx, actor, id)
  if (!isSide(found.as)) throw new AppError('forbidden', { message: '只有协议的双方可以这样办理' })
  if (found.row.state !== 'active')
    throw new AppError('wrongState', { message: '协议不在执行中，不能这样办理' })
  return found
}

/** What a reader may do about something that waits between the sides: answer what the other one wrote. */
export function turnOf(
  acts: boolean,
  { institutionId }: Pick<Actor, 'institutionId'>,
  byInstitution: number,
  state: string,
): 'answer' | 'withdraw' | null {
  if (!acts) return null
  const isOwn = byInstitution === institutionId
  if (state === 'waiting') return isOwn ? 'withdraw' : 'answer'
  // Who is told that the other side disputes it may drop it instead of stating it anew.
  return state === 'disputed' && isOwn ? 'withdraw' : null
}

/** The office that answers for the other side: institution and role. */
export async function otherSide(tx: Tx, { row, as }: { row: AgreementRow; as: PairReader }) {
  const institution = (as === 'supporter' ? row.supportedId : row.supporterId) ?? 0
  return { institution, role: await roleAt(tx, institution) }
}

/** The last day that counts for an agreement: the day on which it ended, or the one that is agreed. */
export const lastDay = ({ endedOn, untilDay }: AgreementRow): string => endedOn ?? untilDay

/** Order of lists: those that began last first. */
export const newestFirst = sql`order by k.value ->> 'fromDay' desc, k.id desc`
export { lastDayOf }

/** The page of an agreement, on which its sides answer each other; empty for who has none. */
export function boardPath(role: number, caseId: string): string {
  const path = casePath(role, 'pairAgreement', caseId) ?? ''
  return path.replace('tab=pairAgreement', 'tab=pairs').replace('case=', 'pair=')
}
