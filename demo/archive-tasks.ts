import type { Query } from '../catalogue/query/query.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

const office = '江城区教育局'
const query: Query = {
  conditions: [[{ has: 'employmentContract', where: [], max: 0 }]],
  people: 'serving',
  basis: 'personnel',
}

/**
 * A task of a district under way: who had no 聘用合同 when it began. One in five of those who have it now completed it
 * since; the job counts them within a minute.
 */
export async function tellArchiveTasks(db: Database, day: string): Promise<void> {
  await db.execute(sql`
    with began as (
      insert into archive_task (id, office_id, by_identity, title, note, type, query, sentence, due_on, began_at, looked_at)
      select gen_random_uuid(), i.id, a.by, '补齐聘用合同',
        '按人事部门存档的合同登记，续签的每份都登记；没有签订的先补签。', 'employmentContract', ${sql.json(query)},
        '截至 ' || ${day}::text || '，人事关系在江城区教育局（含下级）的在职人员中，没有聘用合同的人。', ${addDays(day, 18)}::date, now() - interval '12 days',
        now() - interval '1 day'
      from institution i
        cross join lateral (select min(id) as by from identity where institution_id = i.id and role = 4) a
      where i.name = ${office} and a.by is not null
      returning id, office_id)
    insert into archive_task_person (task_id, teacher_id, state, at)
    select b.id, t.id, case when r.owner_id is null then 'waiting' else 'done' end, now() - interval '5 days'
    from began b
      join teacher t on t.district_id = b.office_id and t.status = any(array['11', '12', '13', '14', '15', '16', '17'])
      left join lateral (select owner_id from rec_employment_contract r where r.owner_id = t.id limit 1) r on true
    where r.owner_id is null or t.id % 5 = 0`)
}
