import type pg from 'pg'
import type { Region } from '../region/region.ts'
import { copyItems, type TableOf } from '../../server/platform/db/copy.ts'
import type { Moment } from '../../server/engine/bulk/index.ts'
import { officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'

/**
 * Days of 2026 that differ from the ordinary week (国务院办公厅关于2026年部分节假日安排的通知): first, last,
 * name.
 */
const holidays = [
  ['2026-01-01', '2026-01-03', '元旦'],
  ['2026-02-15', '2026-02-23', '春节'],
  ['2026-04-04', '2026-04-06', '清明节'],
  ['2026-05-01', '2026-05-05', '劳动节'],
  ['2026-06-19', '2026-06-21', '端午节'],
  ['2026-09-25', '2026-09-27', '中秋节'],
  ['2026-10-01', '2026-10-07', '国庆节'],
] as const
const workDays = [
  ['2026-01-04', '元旦'],
  ['2026-02-14', '春节'],
  ['2026-02-28', '春节'],
  ['2026-05-09', '劳动节'],
  ['2026-09-20', '国庆节'],
  ['2026-10-10', '国庆节'],
] as const

interface Day {
  readonly day: string
  readonly kind: '1' | '2'
  readonly name: string
}

const dayTable: TableOf<Day> = { day: (d) => d.day, kind: (d) => d.kind, name: (d) => d.name }

/** Public holidays and make-up working days (dictionary dayKind). */
export async function writeCalendar(client: pg.ClientBase): Promise<void> {
  const days: Day[] = workDays.map(([day, name]) => ({ day, kind: '2', name: `${name}调休上班` }))
  for (const [first, last, name] of holidays) {
    for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
      days.push({ day: new Date(at).toISOString().slice(0, 10), kind: '1', name })
    }
  }
  await copyItems(client, 'calendar_day', dayTable, days)
}

interface Message {
  readonly identityId: number
  readonly kind: string
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly at: Moment
  readonly read: boolean
}

const messages = (time: (moment: Moment) => string): TableOf<Message> => ({
  identity_id: (m) => m.identityId,
  kind: (m) => m.kind,
  title: (m) => m.title,
  content: (m) => m.content,
  link: (m) => m.link,
  created_at: (m) => time(m.at),
  read_at: (m) => (m.read ? time(m.at + 7_200_000) : null),
})

const studies = '/teacher/manbXuexi'
const texts = {
  teacher: [
    [30, '1', '欢迎使用杏坛', '请先核对基本信息和联系方式，再补充学习经历。', '/teacher/manaXinxi', true],
    [12, '7', '关于核对教师档案的通知', '请各位老师在本月内核对档案中的学历、学位信息。', null, true],
    [5, '3', '有一条学习经历还是草稿', '填完并上传佐证材料后就可以提交。', studies, false],
    [
      4,
      '2',
      '学习经历被退回修改',
      '硕士研究生结业，粤海师范大学：请看栏目后写明的原因，修改后重新提交。',
      studies,
      false,
    ],
  ],
  school: [
    [25, '7', '关于按时审核教师材料的通知', '请在收到材料后五个工作日内完成审核。', null, true],
    [8, '3', '有学习经历等待审核', '有老师提交的学习经历等待审核。', null, false],
    [2, '3', '有基本信息等待审核', '有老师修改了基本信息，等待审核。', null, false],
  ],
} as const

/** A few messages for the teacher and the school of the journeys, oldest first. */
export async function writeMessages(
  client: pg.ClientBase,
  region: Region,
  random: Random,
  time: (moment: Moment) => string,
): Promise<void> {
  const rows = (['teacher', 'school'] as const).flatMap((login) =>
    texts[login].map(([days, kind, title, content, link, read]): Message => {
      const at = officeTime(random, -days)
      return { identityId: region.account(login).id, kind, title, content, link, at, read }
    }),
  )
  await copyItems(client, 'message', messages(time), rows)
}
