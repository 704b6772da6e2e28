import { dict, lines, longText, personName, text, year } from '../define.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/** One line of a roster: who is on it, at which institution. */
const person = {
  name: personName('姓名', { required: true }),
  gender: dict('性别', 'gender'),
  org: text('单位', { required: true, maxLength: 100 }),
  schoolStage: dict('学段', 'schoolStage'),
  subject: dict('学科', 'subject'),
  professionalTitle: dict('职称', 'professionalTitle'),
  remark: text('备注', { maxLength: 100 }),
}

interface RosterLine {
  readonly name?: unknown
  readonly org?: unknown
}

/** Whether the same name of the same institution stands on two lines. */
function isTwice(value: unknown): boolean {
  const list: readonly RosterLine[] = Array.isArray(value) ? value : []
  const keys = list.map(({ name, org }) => `${String(name)}\n${String(org)}`)
  return new Set(keys).size < keys.length
}

/**
 * 名单（花名册）: an office draws up who is meant, the authority above checks it (modules.json, roster). What is
 * confirmed changes by a supplement alone, with its reason; every version that was handed in stays.
 */
export const roster = defineProcess({
  name: 'roster',
  path: 'train/roster',
  title: '名单',
  beginLabel: '新增名单',
  begins: [{ by: [3, 4, 5, 6], about: 'office' }],
  dueOrder: 30,
  titled: 'title',
  fields: {
    title: text('名单名称', { required: true, maxLength: 100 }),
    rosterYear: year('年度', { required: true }),
    rosterKind: text('名单类别', {
      required: true,
      maxLength: 40,
      help: '如培训学员、骨干教师、支教人员、教研员',
    }),
    people: lines('名单明细', person, {
      required: true,
      least: 1,
      most: 300,
      help: '同一单位的同一个人只写一次；其他学校的教师须由该校同意',
    }),
    remark: longText('备注', { maxLength: 2_000 }),
  },
  form: [
    { title: '名单', fields: ['title', 'rosterYear', 'rosterKind', 'remark'] },
    { title: '明细', fields: ['people'] },
  ],
  checks: [
    {
      holds: ({ people }) => !isTwice(people),
      message: '同一单位的同一个人写了两次',
      fields: ['people'],
    },
  ],
  parties: {
    owner: { label: '编制单位', is: 'starter' },
    authority: { label: '核对单位', is: 'authorityOf', of: 'owner' },
  },
  conditions: { isHighest: ({ parties }) => parties['authority'] === null },
  states: {
    draft: { label: '编制中', heldBy: 'owner' },
    pendingConfirm: { label: '待核对', heldBy: 'authority', days: 5 },
    confirmed: { label: '已确认', heldBy: 'owner' },
    archived: { label: '已归档', final: 'done' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交核对',
      from: ['draft'],
      to: 'pendingConfirm',
      by: 'owner',
      handsIn: true,
      effects: ['schoolsAsked'],
    },
    {
      name: 'settle',
      label: '确认名单',
      from: ['draft'],
      to: 'confirmed',
      by: 'owner',
      when: 'isHighest',
      handsIn: true,
    },
    {
      name: 'confirm',
      label: '核对确认',
      from: ['pendingConfirm'],
      to: 'confirmed',
      by: 'authority',
      reason: 'optional',
      effects: ['schoolsAgreed'],
    },
    { name: 'return', label: '退回', from: ['pendingConfirm'], to: 'draft', by: 'authority', ...refuses },
    {
      name: 'supplement',
      label: '增补或减员',
      from: ['confirmed'],
      to: 'draft',
      by: 'owner',
      reason: 'required',
      tone: 'quiet',
    },
    { name: 'archive', label: '归档', from: ['confirmed'], to: 'archived', by: 'authority' },
    {
      name: 'archive',
      label: '归档',
      from: ['confirmed'],
      to: 'archived',
      by: 'owner',
      when: 'isHighest',
    },
    { name: 'cancel', label: '取消', from: ['draft'], to: 'cancelled', by: 'owner', tone: 'quiet' },
  ],
  list: {
    columns: ['rosterYear', 'rosterKind'],
    filters: ['rosterYear', 'rosterKind'],
    counts: { people: '人数' },
    held: true,
  },
})
