import { dictionary, isServing } from '../../../catalogue/dictionaries/dictionaries.ts'
import { birthsRetiring, type RetirementGroup } from '../../../catalogue/figures/retirement.ts'
import { tableName } from '../../engine/schema/index.ts'
import { daysBetween } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { tellOnce, type Reminder, type RemindHow, type ReminderNeeds } from './remind.ts'

/** Days before the month of retirement on which teacher and school are told, farthest first. */
const stages = [180, 90, 30] as const
/** As many months ahead as the farthest stage reaches. */
const monthsAhead = 7
const batch = 1_000
const groups: readonly RetirementGroup[] = ['men', 'womenCadres', 'womenWorkers']

/** Who is born in a month retires in another one: pairs for the months from the next one on, by group. */
function pairsOf(day: string) {
  const first = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const coming = Array.from({ length: monthsAhead }, (_, i) => {
    const at = first + i
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
  return coming.flatMap((month) =>
    groups.flatMap((group) => birthsRetiring(group, month).map((born) => ({ group, born, month }))),
  )
}

const serving = () =>
  dictionary('employmentStatus').items.flatMap(({ code }) => (isServing(code) ? [code] : []))

/** A teacher whose month comes and who has not been told at this stage. */
type DueTeacher = Pick<Reminder, 'id' | 'owner_id' | 'institution_id' | 'due'> & {
  readonly name: string
  /** No category of post is known: the group follows from the category of staff. */
  readonly inferred: boolean
}

function dueStatement(day: string): Sql {
  const pairs = pairsOf(day)
  const left = sql`(d.month || '-01')::date - ${day}::date`
  const [far, near, last] = stages
  return sql`
    select b.id, b.owner_id, b.institution_id, t.name, d.month || '-01' as due,
      b.gender = '2' and b.position_category is null as inferred
    from ${sql.id(tableName('basicInfo'))} b
    join teacher t on t.id = b.owner_id
    join unnest(${pairs.map(({ group }) => group)}::text[], ${pairs.map(({ born }) => born)}::text[],
      ${pairs.map(({ month }) => month)}::text[]) as d (part, born, month)
      on d.born = to_char(b.birth_date, 'YYYY-MM')
      and d.part = case
        when b.gender = '1' then 'men'
        when b.gender = '2' and (b.position_category = '4'
          or (b.position_category is null and b.staff_category = '14')) then 'womenWorkers'
        when b.gender = '2' then 'womenCadres' end
    where b.voided_at is null and t.status = any(${serving()}::text[]) and ${left} <= ${sql.lit(far)}
      and not exists (select 1 from reminder m
        where m.owner_id = b.owner_id and m.record_id = b.id and m.field = 'retirement'
          and m.due_on = (d.month || '-01')::date
          and m.stage = case when ${left} <= ${sql.lit(last)} then ${sql.lit(last)}
            when ${left} <= ${sql.lit(near)} then ${sql.lit(near)} else ${sql.lit(far)} end)
    order by b.owner_id
    limit ${sql.lit(batch)}`
}

/**
 * Tells teachers and their schools that the month of their retirement by law comes, 180, 90 and 30 days before
 * it begins (全国人大常委会 2024-09-13 决定). Each stage once, however often this runs; a corrected day of
 * birth begins anew.
 * @param how.day 'YYYY-MM-DD'; today by the database's clock unless a test asks for another
 * @returns how many reminders were new
 */
export async function remindOfRetirement(
  db: Database,
  messaging: Pick<ReminderNeeds, 'insertMessages'>,
  how: RemindHow = {},
): Promise<number> {
  const day = how.day ?? (await databaseDay(db))
  let count = 0
  for (;;) {
    if (how.signal?.aborted) return count
    const due = await db.query<DueTeacher>(dueStatement(day))
    if (due.length > 0)
      count += await tellOnce(
        db,
        { field: 'retirement', toSchool: true },
        due.map(reminderOn(day)),
        messaging,
      )
    if (due.length < batch) return count
  }
}

const reminderOn =
  (day: string) =>
  ({ name, inferred, ...row }: DueTeacher): Reminder => {
    const left = daysBetween(day, row.due)
    const check = inferred ? '（岗位类别未登记，按教职工类别推算，请核对）' : ''
    const when = `法定退休年月为 ${row.due.slice(0, 7)}${check}，距该月还有 ${left} 天`
    return {
      ...row,
      stage: stages.findLast((stage) => left <= stage) ?? stages[0],
      own: `您的${when}；弹性提前或延迟退休须提前书面告知单位`,
      office: `${name}的${when}，请提前办理`,
      link: null,
    }
  }
