import type { Actor } from '../../../../catalogue/access/access.ts'
import type { SilentLine, SilentPage } from '../../../../catalogue/contract/support-entries.ts'
import { casePath } from '../../../../catalogue/processes/paths.ts'
import { silentDays, silentTooLong, supportEntry } from '../../../../catalogue/processes/support-entry.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { caseRows, readable, roleAt, type CaseNeeds } from '../../../engine/processes/index.ts'
import { countedDay, lastDay, workdays } from '../../../engine/ways/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'

/** Condition that the entry `k` has waited for the other side for more than so many working days. */
const silentFrom = (days: number): Sql => sql`
  k.type = ${supportEntry.name} and k.state = 'pending'
    and ${lastDay(sql`k.holder_since`, sql.lit(days))} < (now() at time zone 'Asia/Shanghai')::date`

/** Entries that nobody has answered for twenty working days, of which the office is a party or stands above one. */
export async function silentFor(
  db: Queryable,
  actor: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<SilentPage> {
  const where = sql`${silentFrom(silentTooLong)} and ${readable(actor)}`
  const [list, { total }] = await Promise.all([
    db.query<SilentLine>(sql`
      with w as materialized (${workdays})
      select k.id, k.value ->> 'title' as title, k.value ->> 'entryKind' as kind, r.name as recorder, o.name as other,
        k.holder_since as since,
        (select max(w.n) from w) - (select w.n from w where w.day = ${countedDay(sql`k.holder_since`)}) as days
      from ${caseRows} k
        join institution r on r.id = k.institution_id
        join institution o on o.id = k.holder_institution_id
      where ${where}
      order by k.holder_since, k.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${caseRows} k where ${where}`),
  ])
  return { list, total, page, pageSize }
}

interface Silent {
  readonly id: string
  readonly title: string
  readonly other: number
  readonly name: string
  readonly authority: number | null
}

/** Entries that one run looks at for each of the two terms. */
const most = 100

/**
 * Reminds the other side once after ten working days, and tells the common authority once after twenty. Nothing is
 * ever confirmed by it. Answers whether there may be more to do.
 */
export async function tellOfSilence(
  { db, notify }: Pick<CaseNeeds, 'notify'> & { readonly db: Database },
  stopping: AbortSignal,
): Promise<boolean> {
  let more = false
  for (const days of [silentDays, silentTooLong]) {
    const found = await db.query<Silent>(sql`
      select k.id, k.value ->> 'title' as title, k.holder_institution_id as other, o.name,
        (k.parties ->> 'authority')::int as authority
      from ${caseRows} k
        join institution o on o.id = k.holder_institution_id
      where ${silentFrom(days)} and not exists (
        select 1 from support_silence s
        where s.case_id = k.id and s.since = k.holder_since and s.days = ${days})
      order by k.holder_since, k.id limit ${most}`)
    more ||= found.length === most
    for (const entry of found) {
      if (stopping.aborted) return false
      await tellOne({ db, notify }, entry, days)
    }
  }
  return more
}

async function tellOne(
  { db, notify }: Pick<CaseNeeds, 'notify'> & { readonly db: Database },
  { id, title, other, name, authority }: Silent,
  days: number,
): Promise<void> {
  const tooLong = days === silentTooLong
  const office = tooLong ? authority : other
  await db.transaction(async (tx) => {
    const told = await tx.maybeOne(sql`
      insert into support_silence (case_id, since, days)
      select k.id, k.holder_since, ${days} from ${caseRows} k where k.id = ${id}::uuid and k.state = 'pending'
      on conflict do nothing returning days`)
    if (!told || office === null) return
    const role = await roleAt(tx, office)
    await notify(tx, {
      to: { institution: office, role },
      kind: tooLong ? '1' : '3',
      title: tooLong ? `${name} ${days} 个工作日没有确认帮扶台账` : `请确认帮扶台账：${title}`,
      content: tooLong
        ? `“${title}”尚未确认或提出异议，不计入合计。`
        : `“${title}”等本单位确认已超过 ${days} 个工作日；没有答复不算确认，也不计入合计。`,
      link: casePath(role, supportEntry.name, id),
      exceptPerson: 0,
    })
  })
}
