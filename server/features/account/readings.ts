import { isTeachers } from '../../engine/access/index.ts'
import { numbersOf } from '../../engine/directory/index.ts'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { paging } from '../../../catalogue/contract/envelope.ts'
import { exportPurposes, type ExportPurpose } from '../../../catalogue/contract/administration/exports.ts'
import { readingPage, type ReadingChoice } from '../../../catalogue/contract/account/personal.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { AccountOptions } from './options.ts'

/**
 * What was read, by the part of an archive that features/archives notes or the kind that the engine notes
 * (engine/access/readings.ts).
 */
const wholes: Readonly<Record<string, string>> = {
  document: '整份档案',
  package: '电子档案移交包',
  overview: '档案概览',
  compare: '两个日期的档案对照',
  timeline: '成长时间线',
  evidence: '全部佐证材料',
  detail: '档案详情',
  roster: '档案名单中的完整度',
  findings: '数据质量检查的结果',
  search: '全站搜索的结果',
  print: '打印的表格',
  printFull: '打印的表格（完整证件号等）',
  printTail: '打印的表格（证件号后四位）',
  join: '与另一份档案的对照',
  number: '用完整的证件号或手机号查到本人',
}
/** The same of one record type: what stands around its title. */
const ofType: Readonly<Record<string, readonly [string, string]>> = {
  list: ['列表中的', ''],
  queue: ['审核列表中的', ''],
  record: ['', ''],
  history: ['', '的办理记录'],
  file: ['', '的佐证材料'],
}

interface Row {
  id: number
  at: string
  who: string
  office: string
  role: number
  kind: string
  date: string | null
  type: string | null
  field: string | null
  export: ExportLine | null
}

/** A file that somebody took out of a list. */
interface ExportLine {
  readonly title: string
  readonly columns: readonly string[]
  /** Columns that were in it in full. */
  readonly full: readonly string[]
  readonly purpose: ExportPurpose
  readonly said: string
}

/** Above the numbers of readings and of the audit, so that no two lines have one number. */
const exportsFrom = 4_000_000_000_000_000

/**
 * Everything others read of this teacher, one line a day for each reader and thing read: whole archives, full
 * values and evidence stand in the audit, all other readings in `reading`.
 */
function readingsStatement(records: Engine['records'], personId: number, numbers: readonly number[]): Sql {
  return sql`
    select max(u.id) as id, max(u.at) as at, u.by_identity, u.kind, u.type, u.field, u.date, u.export_id from (
      select -id as id, at, by_identity, kind, type, null as field, day::text as date, null::int as export_id
      from reading
      where owner_ids && ${[...numbers]}::int[]
      union all
      select id, at, by_identity,
        case action when 'file.read' then 'file' when 'number.asked' then 'number'
          else coalesce(facts ->> 'part', 'document') end, type,
        facts ->> 'field', facts ->> 'date', null
      from audit a
      where owner_id = any(${[...numbers]}::int[])
        and action in ('archive.read', 'field.revealed', 'file.read', 'form.printed', 'number.asked')
        and ${isTeachers(records, 'a')}
      union all
      select ${sql.lit(exportsFrom)}::bigint + e.id, e.ready_at, e.asked_by, 'export', null, null, null, e.id
      from export_person x join export e on e.id = x.export_id
      where x.teacher_id = any(${[...numbers]}::int[])) u
    join identity a on a.id = u.by_identity and a.person_id <> ${personId}
    group by u.by_identity, u.kind, u.type, u.field, u.date, u.export_id, (u.at at time zone 'Asia/Shanghai')::date`
}

async function readingsOf(
  { db, engine }: AccountOptions,
  { personId, teacherId }: Actor,
  { page, pageSize }: { page: number; pageSize: number },
) {
  // Lines never change: what was read under a number that was joined into this one stands under that number.
  const numbers = teacherId === null ? [] : await numbersOf(db, teacherId)
  const readings = readingsStatement(engine.records, personId, numbers)
  const [{ total }, list] = await Promise.all([
    db.one<{ total: number }>(sql`select count(*)::int as total from (${readings}) r`),
    linesOf(engine, readings, { offset: (page - 1) * pageSize, most: pageSize }),
  ])
  return { list, total, page, pageSize }
}

/** Everything that others read or took out of the archive with these numbers, the latest first. */
export const readingsAbout = (
  engine: Engine,
  personId: number,
  numbers: readonly number[],
  most: number,
): Promise<ReadingChoice[]> =>
  linesOf(engine, readingsStatement(engine.records, personId, numbers), { offset: 0, most })

async function linesOf(
  engine: Engine,
  readings: Sql,
  { offset, most }: { readonly offset: number; readonly most: number },
): Promise<ReadingChoice[]> {
  const rows = await engine.db.query<Row>(sql`
      select r.*, a.role, p.name as who, i.name as office,
        case when e.id is not null then json_build_object('title', e.told -> 'title',
          'columns', e.told -> 'columns', 'full', coalesce(e.told -> 'full', '[]'),
          'purpose', e.purpose, 'said', e.purpose_text) end as export
      from (select *
        from (${readings}) own_g
        order by own_g.at desc, own_g.id desc
        limit ${most}
        offset ${offset}) r
        join identity a on a.id = r.by_identity
        join person p on p.id = a.person_id
        join institution i on i.id = a.institution_id
        left join export e on e.id = r.export_id
      order by r.at desc, r.id desc`)
  return rows.map(({ id, at, who, office, role, ...row }) => ({
    id,
    at,
    who,
    office,
    role,
    what: whatOf(engine, row),
    how: row.export ? ('exported' as const) : ('read' as const),
  }))
}

/** Sentence about an export: its list, its columns and its purpose. */
function exportWords({ title, columns, full, purpose, said }: ExportLine): string {
  const why = [exportPurposes[purpose].label, said].filter(Boolean).join('：')
  const inFull = full.length > 0 ? `，其中${full.join('、')}是完整的` : ''
  return `${title}（${columns.join('、')}${inFull}），用途：${why}`
}

function whatOf(
  engine: Engine,
  { kind, type, field, date, export: exported }: Omit<Row, 'id' | 'at' | 'who' | 'office' | 'role'>,
): string {
  if (exported) return exportWords(exported)
  const definition = type === null ? undefined : engine.records[type]
  const label = field === null ? undefined : definition?.fields[field]?.label
  if (label !== undefined) return `完整的${label}`
  const [before, after] = ofType[kind] ?? ['', '']
  const what = wholes[kind] ?? `${before}${definition?.title ?? '档案'}${after}`
  return date === null ? what : `${date} 那天的${what}`
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
