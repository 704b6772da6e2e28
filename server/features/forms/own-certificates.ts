import { caseRows } from '../../engine/processes/index.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnCertificates } from '../../../catalogue/contract/forms.ts'
import { isCertificate } from '../../../catalogue/forms/define.ts'
import { forms } from '../../../catalogue/forms/forms.ts'
import type { Engine } from '../../engine/engine.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { processOf } from './case-draft.ts'

const certificates = Object.values(forms).filter(isCertificate)

/** The moves that come to what a certificate certifies. */
const deciding = certificates.flatMap((form) =>
  processOf(form).moves.flatMap(({ name, to }) => (form.about.certifies.states.includes(to) ? [name] : [])),
)

interface Row {
  readonly id: string
  readonly type: string
  readonly value: Readonly<Record<string, unknown>>
  readonly number: string | null
  readonly host: string
  readonly campaign: string
  readonly at: string
}

/** The reader's own cases that stand where a certificate says so, the newest first; at most 200. */
export async function ownCertificatesOf({ db }: Engine, { teacherId }: Actor): Promise<OwnCertificates> {
  const standing = certificates.map(
    ({ about: { process, certifies } }) =>
      sql`(k.type = ${process} and k.state = any(${[...certifies.states]}::text[]))`,
  )
  const rows = await db.query<Row>(sql`
    select k.id, k.type, k.value, k.number, h.name as host, c.title as campaign, (
        select max(e.at) from process_event e
        where e.case_id = k.id and e.move = any(${[...new Set(deciding)]}::text[])) as at
    from ${caseRows} k
    join campaign c on c.id = k.campaign_id
    join institution h on h.id = c.institution_id
    where k.teacher_id = ${teacherId} and (${sql.join(standing, ' or ')})
    order by at desc, k.id desc limit 200`)
  return {
    list: rows.flatMap(({ id, type, value, number, host, campaign, at }) => {
      const form = certificates.find(({ about }) => about.process === type)
      if (!form) return []
      const of = value[processOf(form).titled ?? '']
      return {
        caseId: id,
        type,
        title: form.title,
        of: typeof of === 'string' ? of : campaign,
        host,
        number,
        day: dateOf(new Date(at)),
      }
    }),
  }
}
