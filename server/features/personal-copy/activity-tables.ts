import type { AnyRecord } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { processCalled } from '../../../catalogue/processes/processes.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { talentStates } from '../../../catalogue/talents/entry.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CopySubject } from './subject.ts'
import type { CopiedRow, CopiedTableSource } from './table-source.ts'

const ofTeachers = ({ teacherIds }: CopySubject) => sql`any(${[...teacherIds]}::int[])`
const ofPersons = ({ personIds }: CopySubject) => sql`any(${[...personIds]}::int[])`

const registry: Readonly<Record<string, AnyRecord>> = records
const teacherTypes = Object.values(registry).flatMap(({ owner, name }) => (owner === 'teacher' ? [name] : []))

const processWords = (row: CopiedRow): CopiedRow => {
  const known = processCalled(String(row['type']))
  const state = known?.states[String(row['state'])]
  return {
    ...row,
    type: known?.title ?? row['type'] ?? null,
    ...(state && { state: state.label }),
  }
}

const wordIn = (words: Readonly<Record<string, string>>, code: unknown): string =>
  Object.hasOwn(words, String(code)) ? (words[String(code)] ?? '') : String(code)

const shelfTitle = (item: string) => sql`(
  select s.title from shelf s where s.kind = ${sql.id(item, 'kind')} and s.item_id = ${sql.id(item, 'item_id')})`

/** What happened to the person, and what they did in the libraries. */
export const activityTables: readonly CopiedTableSource[] = [
  {
    key: 'memberships',
    title: '任职单位',
    holds: ['membership'],
    columns: { institution: '单位', kind: '关系', from: '自', until: '至' },
    rows: (subject) => sql`
      select i.name as institution, case m.kind when 'personnel' then '人事关系' else '任教' end as kind,
        m.from_on::text as from, m.to_on::text as until
      from membership m
      join institution i on i.id = m.institution_id
      where m.teacher_id = ${ofTeachers(subject)}
      order by m.from_on, m.id`,
  },
  {
    key: 'corrections',
    title: '更正申请',
    holds: ['correction'],
    columns: {
      at: '时间',
      type: '材料',
      reason: '说明',
      state: '结果',
      answer: '答复',
      answeredAt: '答复时间',
    },
    rows: (subject) => sql`
      select asked_at as at, type, reason, state, answer, answered_at as "answeredAt"
      from correction
      where owner_id = ${ofTeachers(subject)} and type = any(${teacherTypes}::text[])
      order by asked_at, id`,
    say: (row) => ({
      ...row,
      type: registry[String(row['type'])]?.title ?? row['type'] ?? null,
      state: wordIn({ open: '办理中', corrected: '已更正', declined: '未更正' }, row['state']),
    }),
  },
  {
    key: 'cases',
    title: '办理的事项',
    holds: [],
    columns: { type: '事项', state: '状态', begunAt: '开始时间', changedAt: '最后变动' },
    rows: (subject) => sql`
      select k.type, k.state, k.created_at as "begunAt", k.updated_at as "changedAt"
      from ${caseRows} k
      where k.teacher_id = ${ofTeachers(subject)} and (k.handed_in or k.holder_role = ${sql.lit(2)})
      order by k.created_at, k.id`,
    say: processWords,
  },
  {
    key: 'parts',
    title: '参加的项目和成果',
    holds: ['case_person'],
    columns: { type: '事项', part: '角色', org: '单位', answer: '本人答复', from: '自', until: '至' },
    rows: (subject) => sql`
      select k.type, c.part, c.org, c.state as answer, c.from_on::text as from, c.to_on::text as until
      from case_person c
      join ${caseRows} k on k.id = c.case_id
      where c.teacher_id = ${ofTeachers(subject)} and k.handed_in
      order by c.asked_at, c.id`,
    say: (row) => ({
      ...processWords(row),
      part: processCalled(String(row['type']))?.people?.[String(row['part'])]?.label ?? row['part'] ?? null,
      answer: wordIn({ asked: '待答复', agreed: '同意', declined: '不同意', left: '已退出' }, row['answer']),
    }),
  },
  {
    key: 'papers',
    title: '打印的表格和证书',
    holds: ['issued_form', 'credential', 'form_bundle_item'],
    columns: { title: '名称', at: '打印时间', code: '查验码', revokedAt: '作废时间' },
    rows: (subject) => sql`
      select title, issued_at as at, code, revoked_at as "revokedAt"
      from issued_form
      where teacher_id = ${ofTeachers(subject)}
      order by issued_at, id`,
  },
  {
    key: 'talents',
    title: '人才名单',
    holds: ['talent_entry'],
    columns: { kind: '类别', state: '状态', year: '年度', until: '有效期至', reason: '推荐说明' },
    rows: (subject) => sql`
      select kind, state, year, valid_until::text as until, reason
      from talent_entry
      where owner_id = ${ofTeachers(subject)} and removed_at is null
      order by id`,
    say: (row) => ({
      ...row,
      kind: labelOf('highLevelKind', String(row['kind'])),
      state: wordIn(talentStates, row['state']),
    }),
  },
  {
    key: 'tasks',
    title: '补齐档案的任务',
    holds: ['archive_task_person'],
    columns: { title: '任务', dueOn: '截止', state: '状态' },
    rows: (subject) => sql`
      select k.title, k.due_on::text as "dueOn", x.state
      from archive_task_person x
      join archive_task k on k.id = x.task_id
      where x.teacher_id = ${ofTeachers(subject)}
      order by k.began_at, k.id`,
    say: (row) => ({
      ...row,
      state: wordIn({ waiting: '待完成', done: '已完成', left: '已离开' }, row['state']),
    }),
  },
  {
    key: 'comments',
    title: '评论',
    holds: ['comment'],
    columns: { at: '时间', text: '内容', hiddenReason: '隐藏原因' },
    rows: (subject) => sql`
      select at, text, hidden_reason as "hiddenReason"
      from comment
      where person_id = ${ofPersons(subject)}
      order by at, id`,
  },
  {
    key: 'favourites',
    title: '收藏',
    holds: ['favourite'],
    columns: { title: '资源', at: '时间' },
    rows: (subject) => sql`
      select coalesce(${shelfTitle('f')}, '已下架') as title, f.at
      from favourite f
      where f.person_id = ${ofPersons(subject)}
      order by f.at`,
  },
  {
    key: 'ratings',
    title: '评分',
    holds: ['rating'],
    columns: { title: '资源', score: '分数', at: '时间' },
    rows: (subject) => sql`
      select coalesce(${shelfTitle('r')}, '已下架') as title, r.score, r.at
      from rating r
      where r.person_id = ${ofPersons(subject)}
      order by r.at`,
  },
  {
    key: 'collections',
    title: '资源专题',
    holds: ['collection', 'blueprint_template'],
    columns: { kind: '类别', title: '名称', description: '说明', at: '更新时间' },
    rows: (subject) => sql`
      select '资源专题' as kind, title, description, updated_at as at
      from collection
      where person_id = ${ofPersons(subject)}
      union all
      select '组卷模板', title, '', updated_at
      from blueprint_template
      where person_id = ${ofPersons(subject)}
      order by at`,
  },
  {
    key: 'uses',
    title: '浏览和下载的资源',
    holds: ['use_event'],
    columns: { day: '日期', title: '资源', act: '操作' },
    rows: (subject) => sql`
      select u.day::text as day, coalesce(${shelfTitle('u')}, '已下架') as title,
        case u.act when 'view' then '浏览' else '下载' end as act
      from use_event u
      where u.person_id = ${ofPersons(subject)}
      order by u.day, u.item_id`,
  },
]
