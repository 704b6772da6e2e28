import { date, dict, integer, richText, text } from '../define.ts'
import { wordsIn } from './research-activity-fields.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/** The longest term of a studio, in years (teaching-research.md, 3.3). */
export const longestTerm = 3

/** A day some years later; the last of February stays in February. */
export const yearsLater = (day: string, years: number): string => {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  return later.endsWith('-02-29') && new Date(`${later}T00:00:00Z`).getUTCMonth() !== 1
    ? `${later.slice(0, 8)}28`
    : later
}

/**
 * 名师工作室: a teacher applies to host one, the school recommends it, the office of its level sets it up for
 * a term; every year it is assessed, and it ends with its term (life cycle studio of the domain model).
 */
export const studio = defineProcess({
  name: 'studio',
  path: 'teaching/studio',
  title: '名师工作室',
  beginLabel: '申报工作室',
  begins: [{ by: [2], about: 'self' }],
  oneOpen: '您已主持一个工作室或者有一件申报正在办理，一名教师同时只主持一个',
  dueOrder: 41,
  titled: 'name',
  fields: {
    name: text('工作室名称', { required: true, maxLength: 100, example: '苏慕清高中语文工作室' }),
    studioKind: dict('类别', 'studioKind', { required: true }),
    studioLevel: dict('级别', 'studioLevel', { required: true, help: '由哪一级批准：县（区）、市、省' }),
    schoolStage: dict('学段', 'schoolStage'),
    subject: dict('学科', 'subject'),
    periodStart: date('周期起', { required: true }),
    periodEnd: date('周期止', { required: true, help: '最后一天，一个周期不超过 3 年' }),
    hostIntro: richText('主持人简介', { required: true, help: '不少于 20 个字' }),
    introduction: richText('工作室简介', { required: true, help: '不少于 20 个字' }),
    plan: richText('建设规划'),
    capacity: integer('入室学员名额', {
      required: true,
      min: 1,
      max: 50,
      help: '一般省级 12 人，市级 10 人，县（区）级 8 人',
    }),
    schoolCap: integer('每校至多', { required: true, min: 1, max: 50, default: 3 }),
    ruralShare: integer('乡村学校学员不少于（%）', { required: true, min: 0, max: 100, default: 0 }),
    openedOn: date('设立日期'),
    closedOn: date('结束日期'),
    lastResult: dict('最近一次考核', 'annualResult'),
  },
  form: [
    {
      title: '工作室',
      fields: ['name', 'studioKind', 'studioLevel', 'schoolStage', 'subject', 'periodStart', 'periodEnd'],
    },
    { title: '介绍', fields: ['hostIntro', 'introduction', 'plan'] },
  ],
  checks: [
    {
      holds: ({ periodStart, periodEnd }) =>
        periodStart === null || periodEnd === null || periodEnd > periodStart,
      message: '周期止须晚于周期起',
      fields: ['periodEnd', 'periodStart'],
    },
    {
      holds: ({ periodStart, periodEnd }) =>
        periodStart === null || periodEnd === null || periodEnd < yearsLater(periodStart, longestTerm),
      message: `一个周期不超过 ${longestTerm} 年`,
      fields: ['periodEnd', 'periodStart'],
    },
    {
      holds: ({ hostIntro }) => hostIntro === null || wordsIn(hostIntro).length >= 20,
      message: '主持人简介不少于 20 个字',
      fields: ['hostIntro'],
    },
    {
      holds: ({ introduction }) => introduction === null || wordsIn(introduction).length >= 20,
      message: '工作室简介不少于 20 个字',
      fields: ['introduction'],
    },
  ],
  judgedBy: ['mayHost'],
  parties: {
    host: { label: '主持人', is: 'person' },
    school: { label: '依托单位', is: 'personnelOf' },
    office: {
      label: '主管单位',
      is: 'authorityAt',
      of: 'school',
      field: 'studioLevel',
      levels: { '4': 'area', '3': 'city', '2': 'province', '1': 'province' },
    },
  },
  states: {
    draft: { label: '草稿', heldBy: 'host' },
    pendingSchool: { label: '待学校审核', heldBy: 'school', days: 5 },
    pendingArea: { label: '待主管审核', heldBy: 'office', days: 10 },
    active: { label: '运行中', waitsFor: 'periodEnd', dayAfter: true },
    // Its year is being assessed; the notice it was handed in for moves it on.
    annualReview: { label: '年度考核中', heldBy: 'office' },
    closed: { label: '已结束', final: 'done' },
    returned: { label: '已退回', heldBy: 'host', opens: ['first'] },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交申报',
      from: ['draft', 'returned'],
      to: 'pendingSchool',
      by: 'host',
      handsIn: true,
    },
    {
      name: 'withdraw',
      label: '撤回',
      from: ['pendingSchool', 'pendingArea'],
      to: 'returned',
      by: 'host',
      tone: 'quiet',
    },
    {
      name: 'approve',
      label: '学校推荐',
      from: ['pendingSchool'],
      to: 'pendingArea',
      by: 'school',
      reason: 'optional',
    },
    {
      name: 'approve',
      label: '批准设立',
      from: ['pendingArea'],
      to: 'active',
      by: 'office',
      reason: 'optional',
      asks: ['capacity', 'schoolCap', 'ruralShare'],
      effects: ['studioOpened'],
      writes: ['openedOn'],
    },
    {
      name: 'return',
      label: '退回',
      from: ['pendingSchool', 'pendingArea'],
      to: 'returned',
      by: 'holder',
      ...refuses,
    },
    { name: 'review', label: '进入年度考核', from: ['active'], to: 'annualReview', by: 'campaign' },
    {
      name: 'pass',
      label: '考核合格',
      from: ['annualReview'],
      to: 'active',
      by: 'campaign',
      writes: ['lastResult'],
    },
    {
      name: 'fail',
      label: '考核不合格（撤销）',
      from: ['annualReview'],
      to: 'closed',
      by: 'campaign',
      effects: ['studioClosed'],
      writes: ['lastResult', 'closedOn'],
    },
    { name: 'resume', label: '考核取消，继续运行', from: ['annualReview'], to: 'active', by: 'campaign' },
    {
      name: 'close',
      label: '结束工作室',
      from: ['active'],
      to: 'closed',
      by: 'office',
      effects: ['studioClosed'],
      ...refuses,
    },
    {
      name: 'close',
      label: '周期结束',
      from: ['active'],
      to: 'closed',
      by: 'clock',
      effects: ['studioClosed'],
    },
    {
      name: 'reopen',
      label: '恢复运行',
      from: ['closed'],
      to: 'active',
      by: 'office',
      reason: 'required',
      takesBack: ['studioClosed'],
      tone: 'quiet',
    },
    {
      name: 'restore',
      label: '申诉成立，恢复运行',
      from: ['closed'],
      to: 'active',
      by: 'campaign',
      takesBack: ['studioClosed'],
    },
  ],
  list: {
    columns: ['name', 'studioLevel', 'studioKind', 'subject', 'periodEnd'],
    filters: ['studioLevel', 'studioKind'],
    between: { title: '依托单位、主管', ends: [['school'], ['office']] },
  },
})

/** States in which a studio has members and works. */
export const runningStates: readonly string[] = ['active', 'annualReview']
