import { ledgerQuery } from '../../../catalogue/contract/training/credit.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { ledgerHeads, sourceWords } from '../../../catalogue/hours/words.ts'
import type { HourSource } from '../../../catalogue/hours/rule.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { account } from './follow-registrations.ts'

interface LedgerLine {
  readonly id: string
  readonly teacherId: number
  readonly name: string
  readonly institution: string
  readonly from: string | null
  readonly to: string | null
  readonly title: string
  readonly organizer: string
  readonly category: string
  readonly source: HourSource
  readonly tenths: number
  readonly certificate: string
  readonly reason: string
  readonly countered: boolean
}

const stateOf = ({ tenths, countered }: LedgerLine): string =>
  tenths < 0 ? '冲销' : countered ? '已冲销' : '有效'

const columns: readonly LineColumn<LedgerLine>[] = [
  { key: 'name', title: ledgerHeads.name, width: 12, of: ({ name }) => name },
  { key: 'institution', title: ledgerHeads.institution, width: 28, of: ({ institution }) => institution },
  { key: 'from', title: ledgerHeads.from, width: 12, of: ({ from }) => from },
  { key: 'to', title: ledgerHeads.to, width: 12, of: ({ to }) => to },
  { key: 'title', title: ledgerHeads.title, width: 40, of: ({ title }) => title },
  { key: 'organizer', title: ledgerHeads.organizer, width: 28, of: ({ organizer }) => organizer },
  {
    key: 'category',
    title: ledgerHeads.category,
    width: 10,
    of: ({ category }) => labelOf('creditKind', category),
  },
  { key: 'source', title: ledgerHeads.source, width: 12, of: ({ source }) => sourceWords[source] },
  { key: 'hours', title: ledgerHeads.hours, kind: 'number', width: 10, of: ({ tenths }) => tenths / 10 },
  { key: 'state', title: ledgerHeads.state, width: 10, of: stateOf },
  { key: 'certificate', title: ledgerHeads.certificate, width: 22, of: ({ certificate }) => certificate },
  { key: 'reason', title: ledgerHeads.reason, width: 24, of: ({ reason }) => reason },
]

/** Entries of teachers whom the actor may read, by name and day; a counter-entry behind what it counters. */
const entries = (actor: Actor, where: Sql): Sql => sql`
  from ledger_entry e
  join teacher t on t.id = e.owner_id
  left join institution i on i.id = e.institution_id
  left join rec_training_registration r
    on r.owner_id = e.owner_id and e.source_type = 'trainingRegistration' and r.id::text = e.source_id
  left join training_day d on e.source_type = 'trainingDay' and d.event_id::text = e.source_id
  left join ${caseRows} k on e.source_type = 'activityPlace' and k.id::text = e.source_id
  left join campaign c on c.id = k.campaign_id
  left join content o on e.source_type = 'course' and o.id::text = e.source_id
  where e.account = ${account} and ${scopeCondition(actor, 't', 'id')} and ${where}`

const inOrder = sql`order by t.name_sort, t.id, e.to_on nulls last, e.id`

async function open(
  db: Queryable,
  actor: Actor,
  given: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { year = Number(today().slice(0, 4)) } = parsed(ledgerQuery, given)
  return {
    title: `${year} 年学时账`,
    columns: openColumns(columns),
    filters: [`年度：${year}`],
    order: '姓名、日期',
    keys: (most) =>
      db.query<{ id: string; teacher: number }>(sql`
        select e.id, t.id as teacher ${entries(actor, sql`e.year = ${year}`)} ${inOrder} limit ${most}`),
    rows: async (keys) => {
      const lines = await db.query<LedgerLine>(sql`
        select e.id, t.id as "teacherId", t.name, coalesce(i.name, '') as institution,
          to_char(e.from_on, 'YYYY-MM-DD') as "from", to_char(e.to_on, 'YYYY-MM-DD') as "to",
          coalesce(r.project_name, d.title, c.title, o.live ->> 'title', o.value ->> 'title', '') as title, coalesce(r.organizer, '') as organizer, e.category, e.source,
          e.tenths, e.certificate, e.reason,
          exists (select 1 from ledger_entry c where c.owner_id = e.owner_id and c.counters_id = e.id) as countered
        ${entries(actor, sql`e.id = any(${keys.map(({ id }) => String(id))}::uuid[])`)}
        ${inOrder}`)
      return lines.map((line) => rowOfLine(columns, line))
    },
  }
}

/** The accounts of hours of a school or a region in one year, entry by entry. */
export const ledgerList = (db: Queryable): ExportList => ({
  name: 'train/ledger',
  roles: [3, 4, 5, 6],
  open: (actor, given) => open(db, actor, given),
})
