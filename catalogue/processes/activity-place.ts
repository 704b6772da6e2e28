import { bool, dateTime, decimal, dict, integer, longText, text } from '../define.ts'
import { defineProcess } from './define.ts'
import { researchActivity } from './research-activity.ts'

/** Who gives a lesson or a talk in an activity has one of these; everybody else takes part. */
const taskFields = {
  memberRole: dict('本人角色', 'memberRole', { default: '9' }),
  lessonTitle: text('授课课题', { maxLength: 100 }),
  lessonSubject: dict('授课学科', 'subject'),
  lessonGrade: dict('授课年级', 'grade'),
  speechTitle: text('发言（讲座）题目', { maxLength: 100 }),
}
/** The keys of what somebody is invited for. */
export const taskKeys = ['memberRole', 'lessonTitle', 'lessonSubject', 'lessonGrade', 'speechTitle'] as const

/**
 * 活动报名: a place in an activity, asked for by the teacher or offered by the host; it ends in the archive of
 * whoever was there (docs/decisions/0198).
 */
export const activityPlace = defineProcess({
  name: 'activityPlace',
  path: 'teaching/place',
  title: '活动报名',
  beginLabel: '我要参加',
  begins: [{ by: [2], about: 'self' }],
  dueOrder: 33,
  campaign: { of: researchActivity, placeless: ['draft', 'waitlisted', 'cancelled', 'missed'], takes: [] },
  fields: {
    remark: longText('想交流的问题', { maxLength: 500 }),
    ...taskFields,
    answerBy: dateTime('邀请答复截止'),
    acceptBy: dateTime('候补答复截止'),
    offers: integer('递补次数', { min: 0, max: 9 }),
    seatNo: integer('席位', { min: 1, max: 199_999 }),
    walkedIn: bool('现场加入'),
    sittings: integer('到场场次', { min: 0, max: 30 }),
    hours: decimal('学时', { min: 0, max: 240, precision: 1 }),
  },
  form: [{ title: '报名', fields: ['remark'] }],
  judgedBy: ['mayAttend'],
  parties: {
    teacher: { label: '教师', is: 'person' },
    school: { label: '学校', is: 'personnelOf' },
    host: { label: '主办单位', is: 'campaignHost' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'teacher' },
    invited: { label: '待答复邀请', heldBy: 'teacher', expires: 'answerBy' },
    confirmed: { label: '已报名', rests: true },
    waitlisted: { label: '候补', rests: true },
    offered: { label: '候补待接受', heldBy: 'teacher', expires: 'acceptBy' },
    recorded: { label: '已归档', final: 'done' },
    missed: { label: '没有到场', final: 'failed' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交报名',
      from: ['draft'],
      to: 'confirmed',
      by: 'teacher',
      handsIn: true,
      window: 'signup',
      effects: ['placeTaken'],
      writes: ['seatNo'],
      orElse: 'wait',
    },
    {
      name: 'wait',
      label: '列入候补',
      from: ['draft'],
      to: 'waitlisted',
      // Made in place of the one before, where nothing is left.
      by: 'campaign',
      handsIn: true,
    },
    {
      name: 'invite',
      label: '邀请',
      from: ['draft'],
      to: 'invited',
      by: 'campaign',
      handsIn: true,
      effects: ['placeTaken'],
      writes: ['answerBy', 'seatNo', ...taskKeys],
    },
    {
      name: 'walkIn',
      label: '现场加入',
      from: ['draft'],
      to: 'confirmed',
      by: 'campaign',
      handsIn: true,
      writes: ['walkedIn'],
    },
    { name: 'accept', label: '同意参加', from: ['invited', 'offered'], to: 'confirmed', by: 'teacher' },
    {
      name: 'decline',
      label: '不参加了',
      from: ['invited', 'offered'],
      to: 'cancelled',
      by: 'teacher',
      reason: 'optional',
      tone: 'refuses',
    },
    { name: 'expire', label: '逾期未答复', from: ['invited', 'offered'], to: 'cancelled', by: 'clock' },
    {
      name: 'offer',
      label: '递补',
      from: ['waitlisted'],
      to: 'offered',
      by: 'campaign',
      writes: ['acceptBy', 'offers', 'seatNo'],
    },
    {
      name: 'lapse',
      label: '活动已开始',
      from: ['waitlisted', 'offered', 'invited'],
      to: 'cancelled',
      by: 'campaign',
    },
    {
      name: 'cancel',
      label: '不参加了',
      from: ['confirmed', 'waitlisted'],
      to: 'cancelled',
      by: ['teacher', 'school'],
      reason: 'optional',
      tone: 'quiet',
    },
    {
      name: 'callOff',
      label: '活动取消',
      from: ['confirmed', 'waitlisted', 'offered', 'invited'],
      to: 'cancelled',
      by: 'campaign',
    },
    {
      name: 'record',
      label: '写入档案',
      from: ['confirmed'],
      to: 'recorded',
      by: 'campaign',
      effects: ['activityArchived'],
      writes: ['sittings', 'hours'],
      orElse: 'miss',
    },
    { name: 'miss', label: '没有到场', from: ['confirmed'], to: 'missed', by: 'campaign' },
    {
      name: 'unrecord',
      label: '撤销归档',
      from: ['recorded'],
      to: 'confirmed',
      by: 'campaign',
      takesBack: ['activityArchived'],
    },
    { name: 'unrecord', label: '撤销归档', from: ['missed'], to: 'confirmed', by: 'campaign' },
  ],
  list: {
    columns: ['memberRole', 'lessonTitle', 'sittings', 'hours'],
    filters: [],
    between: { title: '学校、主办', ends: [['school'], ['host']] },
  },
})
