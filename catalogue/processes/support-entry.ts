import {
  date,
  decimal,
  dict,
  file,
  institution,
  integer,
  lines,
  longText,
  personName,
  text,
} from '../define.ts'
import { attachable } from '../kinds/file-types.ts'
import { notBefore } from '../rules/compare.ts'
import { is } from '../rules/condition.ts'
import { supportEntryKinds } from '../support/kinds.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/** Working days after which the other side is reminded, and after which the authority is told (10.3). */
export const [silentDays, silentTooLong] = [10, 20] as const

const participant = {
  name: personName('姓名', { required: true }),
  org: text('单位', { required: true, maxLength: 100, help: '双方单位之一的全称' }),
  task: text('课题（任务）', { maxLength: 100, help: '送教、同课异构写本人上的课；不写的用上面的事项名称' }),
  hours: decimal('学时', { min: 0, max: 200, precision: 1 }),
}

const taught = is('entryKind', supportEntryKinds.lessons, supportEntryKinds.sameLesson)
const counted = is(
  'entryKind',
  supportEntryKinds.lessons,
  supportEntryKinds.sameLesson,
  supportEntryKinds.classroom,
)
const given = is('entryKind', supportEntryKinds.donation)

/**
 * 帮扶台账: what one side of a pair says was done. It counts once the other side confirmed it, and what was changed
 * is confirmed anew; silence confirms nothing (teaching-research.md, 10.3; docs/decisions/0215). `of_case` of the
 * case is the agreement.
 */
export const supportEntry = defineProcess({
  name: 'supportEntry',
  path: 'support/entry',
  title: '帮扶台账',
  beginLabel: '记一条',
  begins: [{ by: [3, 4, 5], about: 'office' }],
  // From an agreement: nobody chooses the other side by writing its name.
  begunApart: true,
  dueOrder: 48,
  titled: 'title',
  fields: {
    title: text('事项', { required: true, maxLength: 100, example: '送教：浮力演示实验' }),
    entryKind: dict('类别', 'supportEntryKind', { required: true }),
    fromOn: date('从', { required: true }),
    toOn: date('到', { required: true, help: '最后一天，不晚于今天；只有一天的与开始相同' }),
    place: text('地点', { maxLength: 100 }),
    people: lines('双方人员', participant, {
      required: true,
      least: 1,
      most: 50,
      help: '写明姓名和单位；是平台上的教师的，双方确认以后写入本人档案',
    }),
    subject: dict('学科', 'subject', { requiredWhen: taught }),
    grade: dict('年级', 'grade', { visibleWhen: taught }),
    lessons: integer('节（场）数', { min: 1, max: 999, requiredWhen: counted }),
    attended: integer('参加人数', { min: 0, max: 99_999, help: '听课、听讲座的人数，不写姓名' }),
    amount: decimal('价值（元）', {
      min: 0,
      max: 99_999_999,
      precision: 2,
      visibleWhen: given,
      requiredWhen: given,
    }),
    content: longText('做了什么', { required: true, maxLength: 2_000 }),
    files: file('附件', { multiple: true, maxSizeMB: 20, accept: attachable }),
    partner: institution('对方单位', { required: true, anywhere: true }),
    activityId: text('来自教研活动', { maxLength: 40 }),
  },
  form: [
    { title: '事项', fields: ['entryKind', 'title', 'fromOn', 'toOn', 'place', 'subject', 'grade'] },
    { title: '人员与数量', fields: ['people', 'lessons', 'attended', 'amount'] },
    { title: '内容', fields: ['content', 'files'] },
  ],
  checks: [
    {
      holds: ({ fromOn, toOn }) => notBefore(toOn, fromOn),
      message: '结束日期不得早于开始日期',
      fields: ['toOn', 'fromOn'],
    },
    {
      holds: ({ toOn }, { today }) => notBefore(today, toOn),
      message: '台账记已经做了的事，日期不得晚于今天',
      fields: ['toOn'],
    },
  ],
  judgedBy: ['mayEnterSupport'],
  people: { participant: { label: '人员', from: 'people', duty: 'task' } },
  parties: {
    recorder: { label: '记录单位', is: 'starter' },
    other: { label: '对方单位', is: 'field', field: 'partner' },
    authority: { label: '共同主管部门', is: 'commonAuthorityOf', of: ['recorder', 'other'] },
  },
  states: {
    draft: { label: '草稿', heldBy: 'recorder' },
    pending: { label: '待对方确认', heldBy: 'other', days: silentDays },
    disputed: { label: '有异议', heldBy: 'recorder', opens: ['first'], days: silentDays },
    amending: { label: '修改中', heldBy: 'recorder', opens: ['first'] },
    confirmed: { label: '已确认', final: 'done' },
    withdrawn: { label: '已撤销', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '送对方确认',
      from: ['draft', 'disputed', 'amending'],
      to: 'pending',
      by: 'recorder',
      handsIn: true,
      writes: ['partner', 'activityId'],
    },
    {
      name: 'confirm',
      label: '确认',
      from: ['pending'],
      to: 'confirmed',
      by: 'other',
      effects: ['entryConfirmed'],
    },
    { name: 'dispute', label: '有异议', from: ['pending'], to: 'disputed', by: 'other', ...refuses },
    {
      name: 'amend',
      label: '修改',
      from: ['confirmed'],
      to: 'amending',
      by: 'recorder',
      reason: 'required',
      takesBack: ['entryConfirmed'],
      tone: 'quiet',
    },
    { name: 'amend', label: '撤回修改', from: ['pending'], to: 'amending', by: 'recorder', tone: 'quiet' },
    {
      name: 'object',
      label: '提出异议',
      from: ['confirmed'],
      to: 'disputed',
      by: 'other',
      takesBack: ['entryConfirmed'],
      ...refuses,
    },
    {
      name: 'withdraw',
      label: '撤销',
      from: ['draft', 'pending', 'disputed', 'amending'],
      to: 'withdrawn',
      by: 'recorder',
      reason: 'optional',
      tone: 'quiet',
    },
    {
      name: 'withdraw',
      label: '撤销',
      from: ['confirmed'],
      to: 'withdrawn',
      by: 'recorder',
      takesBack: ['entryConfirmed'],
      ...refuses,
    },
  ],
  list: {
    columns: ['entryKind', 'title', 'fromOn', 'toOn', 'lessons'],
    filters: ['entryKind', 'subject'],
    between: { title: '记录单位、对方', ends: [['recorder'], ['other']] },
  },
})
