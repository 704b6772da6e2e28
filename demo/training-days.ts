import { usualRules } from '../catalogue/presence/rules.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { sql, type Sql } from '../server/platform/db/sql.ts'
import { writeMarks } from './training-marks.ts'

interface Day {
  readonly title: string
  readonly place: string
  readonly startsAt: Sql
  readonly tenths: number
  /** Whether it is over and everybody has a mark. */
  readonly isPast: boolean
}

const days: readonly Day[] = [
  {
    title: '作业设计与讲评工作坊',
    place: '教学楼 204',
    startsAt: sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
      - interval '7 days' + interval '14 hours 30 minutes'`,
    tenths: 30,
    isPast: true,
  },
  {
    title: '大单元教学集体备课',
    place: '报告厅',
    startsAt: sql`date_trunc('hour', now()) + interval '1 hour'`,
    tenths: 30,
    isPast: false,
  },
]

/** Training days of the school of the demo's accounts: one of last week, and one that opens within the hour. */
export async function writeTrainingDays(db: Queryable): Promise<void> {
  for (const day of days) await writeDay(db, day)
}

async function writeDay(db: Queryable, { title, place, startsAt, tenths, isPast }: Day): Promise<void> {
  const { event, session } = await db.one<{ event: string; session: string }>(sql`
    with made as (
      insert into training_day (event_id, institution_id, title, created_by)
      select gen_random_uuid(), a.institution_id, ${title}, a.id
      from identity a join person p on p.id = a.person_id
      where p.login_name = 'school' and a.role = 3
      returning event_id),
    book as (
      insert into presence_book (event_id, rules) select event_id, ${sql.json(usualRules)}::jsonb from made)
    select event_id as event, gen_random_uuid() as session from made`)
  await db.execute(sql`
    insert into presence_session (event_id, id, starts_at, ends_at, place, tenths)
    values (${event}, ${session}, ${startsAt}, ${startsAt} + interval '3 hours', ${place}, ${tenths})`)
  await db.execute(sql`
    insert into training_day_person (event_id, teacher_id)
    select ${event}::uuid, t.id
    from teacher t join training_day d on d.institution_id = t.institution_id
    where d.event_id = ${event} and t.status = '11'`)
  if (isPast)
    await writeMarks(
      db,
      sql`
        select s.event_id, s.id as session_id, s.starts_at, p.teacher_id
        from training_day_person p join presence_session s on s.event_id = p.event_id
        where p.event_id = ${event}`,
    )
}
