import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { paging } from '../../../catalogue/contract/envelope.ts'
import { readingPage } from '../../../catalogue/contract/personal.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { AccountOptions } from './options.ts'

/** The parts of an archive as features/archives notes them when an office reads. */
const parts: Readonly<Record<string, string>> = {
  document: '整份档案',
  compare: '两个日期的档案对照',
  timeline: '成长时间线',
  evidence: '全部证明材料',
  detail: '一条记录的办理经过',
}

interface Row {
  id: number
  at: string
  who: string
  office: string
  role: number
  part: string | null
  date: string | null
  type: string | null
  field: string | null
}

/** Who read this teacher's archive, latest first; what the teacher read is no news. */
async function readingsOf(o: AccountOptions, actor: Actor, { page, pageSize }: { page: number; pageSize: number }) {
  const mine = sql`from audit u join identity a on a.id = u.by_identity
    where u.owner_id = ${actor.teacherId} and u.action in ('archive.read', 'field.revealed') and a.person_id <> ${actor.personId}`
  const [{ total }, rows] = await Promise.all([
    o.db.one<{ total: number }>(sql`select count(*)::int as total ${mine}`),
    o.db.query<Row>(sql`
      select r.*, p.name as who, i.name as office from (
        select u.id, u.at, a.person_id, a.institution_id, a.role, u.facts ->> 'part' as part, u.facts ->> 'date' as date,
          u.type, u.facts ->> 'field' as field ${mine}
        order by u.id desc limit ${pageSize} offset ${(page - 1) * pageSize}) r
      join person p on p.id = r.person_id join institution i on i.id = r.institution_id order by r.id desc`),
  ])
  const list = rows.map(({ id, at, who, office, role, part, date, type, field }) => {
    const label = type !== null && field !== null ? o.engine.records[type]?.fields[field]?.label : undefined
    if (label !== undefined) return { id, at, who, office, role, what: `完整的${label}` }
    const what = parts[part ?? ''] ?? '档案'
    return { id, at, who, office, role, what: date === null ? what : `${date} 那天的${what}` }
  })
  return { list, total, page, pageSize }
}

/** GET /api/v1/user/archiveReads: a teacher sees who opened the own archive. */
export function readingRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/user/archiveReads',
    access: [2],
    tag: '个人中心',
    summary: '谁看过我的档案',
    query: z.strictObject(paging),
    answer: readingPage,
    handle: ({ query }, request) => readingsOf(o, o.actorOn(request), query),
  })
}
