import { Readable } from 'node:stream'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { LogLine } from '../../../catalogue/contract/administration/audit-log.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { csvLines, csvMark } from '../../../catalogue/rules/sheet.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { linesOf } from './lines.ts'

const heads = [
  '编号',
  '时间',
  '操作',
  '操作人',
  '操作人身份',
  '操作人单位',
  '涉及的人',
  '涉及的人的单位',
  '档案栏目',
  '记录',
  '改动的栏目',
  '说明',
  'IP地址',
  '浏览器',
]
const batch = 500

const time = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function rowOf(line: LogLine): string[] {
  const role = line.actor?.role
  const cells = [
    String(line.id),
    time.format(new Date(line.at)),
    line.label,
    line.actor?.name,
    isRole(role) ? roleEntry(role).label : '',
    line.actor?.institution,
    line.person?.name,
    line.person?.institution,
    line.type,
    line.summary,
    line.changed.join('、'),
    line.note,
    line.ip,
    line.agent,
  ]
  return cells.map((text) => text ?? '')
}

/** These lines as comma-separated values with a byte-order mark, read in batches while they are sent. */
export function csvOf(
  db: Queryable,
  records: Readonly<Record<string, AnyRecord>>,
  ids: readonly number[],
): Readable {
  async function* parts(): AsyncGenerator<string> {
    yield csvMark + csvLines([heads])
    for (let at = 0; at < ids.length; at += batch) {
      const lines = await linesOf(db, records, ids.slice(at, at + batch))
      yield csvLines(lines.map(rowOf))
    }
  }
  return Readable.from(parts())
}
