import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { presenceWords, type PresenceStatus } from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CopySubject } from './subject.ts'
import type { CopiedTableSource } from './table-source.ts'

const ofTeachers = ({ teacherIds }: CopySubject) => sql`any(${[...teacherIds]}::int[])`
const ofPersons = ({ personIds }: CopySubject) => sql`any(${[...personIds]}::int[])`

const presenceWord = (code: unknown): string => {
  const words: Readonly<Record<string, string>> = presenceWords satisfies Record<PresenceStatus, string>
  return words[String(code)] ?? ''
}

/** Training and teaching research: what the person took part in, learned and wrote. */
export const learningTables: readonly CopiedTableSource[] = [
  {
    key: 'hours',
    title: '学时',
    holds: ['ledger_entry'],
    columns: {
      year: '年度',
      category: '类别',
      hours: '学时',
      certificate: '证书编号',
      reason: '说明',
      at: '记入时间',
    },
    rows: (subject) => sql`
      select year, category, (tenths / 10.0)::float8 as hours, certificate, reason, at
      from ledger_entry
      where owner_id = ${ofTeachers(subject)}
      order by at, id`,
    say: (row) => ({ ...row, category: labelOf('creditKind', String(row['category'])) }),
  },
  {
    key: 'trainings',
    title: '培训项目',
    holds: ['training_fact'],
    columns: {
      confirmedAt: '确认时间',
      startedAt: '开始时间',
      endedAt: '结束时间',
      due: '应到次数',
      attended: '实到次数',
      score: '成绩',
    },
    rows: (subject) => sql`
      select confirmed_at as "confirmedAt", started_at as "startedAt", ended_at as "endedAt", due, attended, score
      from training_fact
      where teacher_id = ${ofTeachers(subject)}
      order by confirmed_at, case_id`,
  },
  {
    key: 'presence',
    title: '签到',
    holds: ['presence_mark'],
    columns: { startsAt: '场次时间', place: '地点', way: '签到或签退', status: '结果', at: '签到时间' },
    rows: (subject) => sql`
      select s.starts_at as "startsAt", s.place, case m.way when 'in' then '签到' else '签退' end as way, m.status,
        m.moment as at
      from presence_mark m
      join presence_session s on s.event_id = m.event_id and s.id = m.session_id
      where m.teacher_id = ${ofTeachers(subject)}
      order by m.moment, m.id`,
    say: (row) => ({ ...row, status: presenceWord(row['status']) }),
  },
  {
    key: 'presenceCorrections',
    title: '签到更正申请',
    holds: ['presence_correction'],
    columns: { at: '时间', wish: '申请改为', reason: '说明', accepted: '结果', note: '答复' },
    rows: (subject) => sql`
      select asked_at as at, wish, reason,
        case accepted when true then '同意' when false then '不同意' else '待办理' end as accepted, note
      from presence_correction
      where teacher_id = ${ofTeachers(subject)}
      order by asked_at, id`,
    say: (row) => ({ ...row, wish: presenceWord(row['wish']) }),
  },
  {
    key: 'support',
    title: '结对帮扶',
    holds: ['support_entry_person'],
    columns: { day: '日期', title: '活动', gave: '承担' },
    rows: (subject) => sql`
      select day::text as day, title, case when gave then '主讲' else '参加' end as gave
      from support_entry_person
      where teacher_id = ${ofTeachers(subject)}
      order by day, case_id`,
  },
  {
    key: 'watching',
    title: '观看课程',
    holds: ['watch_session'],
    columns: { openedAt: '打开时间', heardAt: '最后观看', seconds: '计入秒数' },
    rows: (subject) => sql`
      select opened_at as "openedAt", heard_at as "heardAt", fresh as seconds
      from watch_session
      where owner_id = ${ofTeachers(subject)}
      order by opened_at, id`,
  },
  {
    key: 'stays',
    title: '观看直播',
    holds: ['stay'],
    columns: { from: '自', until: '至' },
    rows: (subject) => sql`
      select from_at as from, to_at as until
      from stay
      where owner_id = ${ofTeachers(subject)}
      order by from_at`,
  },
  {
    key: 'liveLines',
    title: '直播间发言',
    holds: ['live_line'],
    columns: { at: '时间', text: '内容', reason: '隐藏原因' },
    rows: (subject) => sql`
      select said_at as at, text, reason
      from live_line
      where person_id = ${ofPersons(subject)}
      order by said_at, no`,
  },
  {
    key: 'surveys',
    title: '问卷答案',
    holds: ['survey_answer', 'survey_answered'],
    columns: { day: '日期', answers: '答案' },
    rows: (subject) => sql`
      select day::text as day, answers::text as answers
      from survey_answer
      where teacher_id = ${ofTeachers(subject)}
      order by day, id`,
  },
  {
    key: 'preps',
    title: '集体备课',
    holds: ['prep', 'prep_note', 'prep_version', 'prep_own'],
    columns: { kind: '类别', text: '内容', at: '时间' },
    rows: (subject) => sql`
      select '主备' as kind, title as text, created_at as at
      from prep
      where teacher_id = ${ofTeachers(subject)}
      union all
      select '批注', text, at
      from prep_note
      where teacher_id = ${ofTeachers(subject)}
      order by at`,
  },
]
