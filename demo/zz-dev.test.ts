import { test } from 'vitest'
import { openTestDatabase } from '/work/main/server/platform/db/test-database.ts'
import { loadDemo } from '/work/main/demo/load.ts'
import { records } from '/work/main/catalogue/records/registry.gen.ts'
import { anyRecord } from '/work/main/catalogue/define.ts'
import { keysFrom } from '/work/main/server/platform/crypto/keys.ts'
import { hashPassword } from '/work/main/server/features/sign-in/password.ts'
import { createLog } from '/work/main/server/platform/log/log.ts'
import { sql } from '/work/main/server/platform/db/sql.ts'
test('dev', async () => {
  const t = await openTestDatabase('dev')
  try {
    const reg = Object.fromEntries(Object.entries(records).map(([k, d]) => [k, anyRecord(d as never)]))
    await loadDemo({ ownerUrl: t.ownerUrl, keys: keysFrom(Buffer.alloc(32, 1)), records: reg, filesFolder: '/tmp/demo-files', log: createLog('info'), sortForm: (x) => x, hashPassword })
    for (const q of [
      `select 'institution' k, count(*) n from institution union all select 'person', count(*) from person union all select 'identity', count(*) from identity union all select 'teacher', count(*) from teacher union all select 'membership', count(*) from membership union all select 'revision', count(*) from revision union all select 'event', count(*) from revision_event union all select 'look', count(*) from revision_look union all select 'file', count(*) from file union all select 'file_use', count(*) from file_use union all select 'message', count(*) from message union all select 'calendar', count(*) from calendar_day`,
      `select type, state, (replaced_at is not null) replaced, (superseded_at is not null) superseded, count(*) n from revision group by 1,2,3,4 order by 1,2,3,4`,
      `select 'basic' k, count(*) n, count(voided_at) v from rec_basic_info union all select 'contact', count(*), count(voided_at) from rec_contact_info union all select 'salary', count(*), count(voided_at) from rec_salary union all select 'study', count(*), count(voided_at) from rec_study_experience union all select 'group', count(*), count(voided_at) from rec_subject_group`,
      `select i.name, v.type, v.holder_role, count(*) n, count(*) filter (where v.warnings <> '[]') warned, count(*) filter (where base_version>0) changes, min(holder_since), max(holder_since) from revision v join institution i on i.id = v.holder_institution_id where state = 'inReview' group by 1,2,3 order by 1,2,3`,
      `select t.name, gender, stage, t.subject, r.birth_date, r.work_start_month, r.highest_education, r.highest_degree, r.org_entry_month, r.photo is not null as photo from teacher t join rec_basic_info r on r.owner_id = t.id limit 25`,
      `select owner_id, education_level, education_school, major, start_month, end_month, study_mode, degree_level, degree, is_first_education f, is_highest_education h from rec_study_experience where owner_id < 12 order by 1, end_month`,
      `select bucket, count(*) from (select case when highest_education is null then '-' else highest_education end bucket from rec_basic_info) x group by 1`,
      `select 2025 - left(birth_date::text, 4)::int as age, count(*) from rec_basic_info group by 1 order by 1`,
      `select i.name, count(g.id) groups from institution i left join rec_subject_group g on g.owner_id = i.id group by 1`,
      `select min(a.k), count(*) from (select count(*) k from revision where state='approved' group by record_id) a group by a.k`,
    ]) { const rows = await t.db.query({ text: q, values: [], strings: [q] } as never); console.table(rows) }
  } finally { await t.drop() }
}, 60000)
