import type { Queryable } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

const scopes = [
  { scope: 'profile', need: 'required', purpose: '显示在班级与报告上' },
  { scope: 'school', need: 'required', purpose: '确定可见的班级' },
  { scope: 'teaching', need: 'required', purpose: '选用对应学段的试卷' },
  { scope: 'title', need: 'optional', purpose: '用于推荐研修课程' },
  { scope: 'phone', need: 'optional', purpose: '用于接收测评结果短信' },
]

/**
 * One app that signs people in through the portal. It is a program on this machine without a secret, so that
 * whoever tries the portal can be one (e2e/tools/test-app.ts).
 */
export async function writeSignOn(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into app (id, name, category, domain, description)
    values ('33', '阅读测评', '1', 'https://yuedu.yjjy.example', '学生阅读能力测评与报告')`)
  await db.execute(sql`
    insert into app_binding (app_id, role, level)
    select '33', role, 2
    from unnest(array[2, 3, 4, 5, 6]) role`)
  await db.execute(sql`
    insert into sign_on_client (app_id, auth_method, redirect_uris, post_logout_uris, scopes)
    select id, 'none', array['http://127.0.0.1:4780/callback'], array['http://127.0.0.1:4780/bye'],
      ${sql.json(scopes)}::jsonb
    from app
    where id = '33'`)
}
