import type { Actor } from '../../../../catalogue/access/access.ts'
import type { PairBeside, PairExchange } from '../../../../catalogue/contract/support-plans.ts'
import { linesOf } from '../../../../catalogue/processes/research-activity-fields.ts'
import { supportNeedKinds } from '../../../../catalogue/support/kinds.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows, readable } from '../../../engine/processes/index.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { needsOf } from '../needs/list.ts'
import { agreementFor, type AgreementRow } from './agreement.ts'

/** Lines of each part beside the goals of an agreement. */
const most = 5
/** Days after its end in which an exchange is still shown. */
const shownAfter = 60

/** What stands beside the goals of an agreement: needs of the supported side, who is at the other one, what waits. */
export async function besideOf(db: Queryable, actor: Actor, id: string): Promise<PairBeside> {
  const { row } = await agreementFor(db, actor, id)
  const { supportedId } = row
  if (supportedId === null)
    return { needs: [], needsInAll: 0, exchanges: [], waits: { entries: 0, needs: 0 } }
  const [needs, posted, learning, waits] = await Promise.all([
    needsOf(db, actor, supportedId, most),
    postedBetween(db, row),
    learningAt(db, row),
    db.one<{ entries: number }>(sql`
      select count(*)::int as entries from ${caseRows} k
      where k.type = 'supportEntry' and k.of_case = ${id}::uuid and k.open and k.handed_in
        and k.holder_institution_id = ${actor.institutionId} and k.holder_role = ${actor.role} and ${readable(actor)}`),
  ])
  return {
    needs: needs.list,
    needsInAll: needs.total,
    exchanges: [...posted, ...learning].toSorted((a, b) => a.startOn.localeCompare(b.startOn)).slice(0, 12),
    waits: { ...waits, needs: needs.open },
  }
}

/** Teachers of one side who are posted to the other one, and those who are about to be. */
const postedBetween = (db: Queryable, { supporterId, supportedId }: AgreementRow): Promise<PairExchange[]> =>
  db.query<PairExchange>(sql`
    select k.id::text as id, 'posting' as kind, t.name, a.name as "from", b.name as "to",
      k.value ->> 'startOn' as "startOn", k.value ->> 'endOn' as "endOn",
      k.state in ('pendingAuthority', 'scheduled') as "isAhead"
    from ${caseRows} k
      join teacher t on t.id = k.teacher_id
      join institution a on a.id = k.institution_id
      join institution b on b.id = (k.parties ->> 'host')::int
    where k.type = 'posting' and k.state in ('pendingAuthority', 'scheduled', 'active', 'ended')
      and (k.institution_id = ${supporterId} and (k.parties ->> 'host')::int = ${supportedId}
        or k.institution_id = ${supportedId} and (k.parties ->> 'host')::int = ${supporterId})
      and k.value ->> 'endOn' >= ${addDays(today(), -shownAfter)}
    order by k.value ->> 'startOn', k.id limit 12`)

/** People of the supported side who learn at the supporting one, as both agreed; a number where nobody is named. */
async function learningAt(
  db: Queryable,
  { supporterId, supporter, supportedId, supported }: AgreementRow,
): Promise<PairExchange[]> {
  const rows = await db.query<{
    id: string
    number: number
    people: unknown
    startOn: string
    endOn: string
  }>(sql`
    select o.id::text as id, (o.value ->> 'number')::int as number, o.value -> 'people' as people,
      coalesce(o.value ->> 'startOn', n.start_on::text) as "startOn",
      coalesce(o.value ->> 'endOn', n.end_on::text) as "endOn"
    from ${caseRows} o join support_need n on n.case_id = o.of_case
    where o.type = 'supportOffer' and o.state = 'accepted' and o.institution_id = ${supporterId}
      and n.owner_id = ${supportedId} and n.kind = ${supportNeedKinds.shadowing}
      and coalesce(o.value ->> 'endOn', n.end_on::text) >= ${addDays(today(), -shownAfter)}
    order by o.id limit 12`)
  return rows.map(({ id, number, people, startOn, endOn }) => ({
    id,
    kind: 'shadowing' as const,
    name:
      linesOf(people)
        .map(({ name }) => String(name))
        .join('、') || `${number} 人`,
    from: supported,
    to: supporter,
    startOn,
    endOn,
    isAhead: startOn > today(),
  }))
}
