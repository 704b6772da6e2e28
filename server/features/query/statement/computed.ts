import { computed, summed, type ComputedKey } from '../../../../catalogue/query/fields.ts'
import { months as monthsOf, schedules, type Schedule } from '../../../../catalogue/figures/retirement.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'

/** The month of a day or a month of the form YYYY-MM as a number that grows by one. */
const months = (text: Sql): Sql => sql`(substr(${text}, 1, 4)::int * 12 + substr(${text}, 6, 2)::int - 1)`

const birth = sql`months.born`

/** Month number in which somebody of a group retires: birth month + base + d (figures, section 4). */
function retiresIn({ start, base, step, cap }: Schedule): Sql {
  const n = sql`(${birth} - ${start}::int)`
  return sql`${birth} + ${base}::int + case when ${n} < 0 then 0 else least(${cap}::int, ${n} / ${step}::int + 1) end`
}

const { men, womenCadres, womenWorkers } = schedules

/** Without a category of post whoever is a worker by staff category (14) counts as one. */
const retires = sql`case
    when b.gender = '1' then ${retiresIn(men)}
    when b.gender = '2' and (b.position_category = '4' or (b.position_category is null and b.staff_category = '14'))
      then ${retiresIn(womenWorkers)}
    when b.gender = '2' then ${retiresIn(womenCadres)}
  end`

interface ComputedColumn {
  /** Keys of the basic information that it reads. */
  readonly reads: readonly string[]
  readonly value: (day: string) => Sql
}

const table: Readonly<Record<ComputedKey, ComputedColumn>> = {
  age: {
    reads: ['birthDate'],
    value: (day) => sql`extract(year from age(${day}::date, b.birth_date))::int`,
  },
  teachingYears: {
    reads: ['teachStartMonth'],
    value: (day) => sql`((${monthsOf(day)}::int - ${months(sql`b.teach_start_month`)}) / 12)::int`,
  },
  retireMonth: {
    reads: ['birthDate', 'gender', 'positionCategory', 'staffCategory'],
    value:
      () => sql`(select lpad((r.month / 12)::text, 4, '0') || '-' || lpad((r.month % 12 + 1)::text, 2, '0')
      from (select ${retires} as month from (select ${months(sql`b.birth_date::text`)} as born) months) r)`,
  },
  hours5y: { reads: [], value: () => sql`coalesce(s_hours5y.total, 0)` },
}

/** Expression of a computed field: columns of `b`, sums over records. */
export const workedOut = (key: ComputedKey): ComputedColumn => table[key]

/** The sum behind a computed field, where it is one. */
export const sumOf = (key: ComputedKey) => (key === 'hours5y' ? summed[key] : undefined)

/** The field that says how a computed value is compared. */
export const computedField = (key: ComputedKey) => computed[key]
