import {
  bool,
  date,
  dateTime,
  decimal,
  dict,
  file,
  integer,
  lines,
  longText,
  richText,
  text,
  year,
} from '../define.ts'
import { trainingConditionFields, trainingConditionKeys } from '../declarations/training-conditions.ts'
import { attachable } from '../kinds/file-types.ts'
import { notBefore } from '../rules/compare.ts'
import { defineCampaign } from './define-campaign.ts'

/** One class of a project. */
const trainingClass = {
  className: text('班级名称', { required: true, maxLength: 100 }),
  headTeacher: text('班主任', { required: true, maxLength: 60 }),
  tutors: text('辅导教师', { maxLength: 200 }),
  maxCount: integer('人数上限', { required: true, min: 1, max: 9999 }),
  place: text('地点', { maxLength: 100 }),
}

/** One session of the timetable. */
const session = {
  title: text('课程', { required: true, maxLength: 100 }),
  lecturer: text('主讲人', { required: true, maxLength: 60 }),
  startsAt: dateTime('开始', { required: true }),
  endsAt: dateTime('结束', { required: true }),
  hours: decimal('学时', { required: true, min: 0, max: 100, precision: 1 }),
  className: text('班级', { maxLength: 100, help: '不填表示各班同上' }),
  place: text('地点', { maxLength: 100 }),
  mode: dict('授课方式', 'teachingMode', { required: true, default: '1' }),
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value : []
const sumOf = (value: unknown, key: string): number =>
  listOf(value).reduce((sum, one) => sum + Math.round(10 * (Number(one[key]) || 0)), 0) / 10

/**
 * 培训项目: an office opens a project, grants its seats, and people are enrolled until it begins (modules.json,
 * trainingProject; docs/decisions/0169).
 */
export const trainingProject = defineCampaign({
  name: 'trainingProject',
  path: 'train/project',
  title: '培训项目',
  beginLabel: '新增培训项目',
  hosts: [3, 4, 5, 6],
  collects: { trainingEnrolment: '培训报名' },
  fields: {
    projectYear: year('年度', { required: true }),
    trainingKind: dict('培训类别', 'trainingKind', { required: true }),
    trainingWay: dict('培训方式', 'trainingWay', { required: true }),
    trainingLevel: dict('培训级别', 'trainingLevel', { required: true, help: '按下发培训通知的单位选' }),
    undertaker: text('承办单位', { maxLength: 100 }),
    introduction: richText('项目介绍', { required: true }),
    requirement: longText('报名要求', {
      maxLength: 2_000,
      help: '系统能核对的条件另填在“系统核对的条件”里',
    }),
    files: file('附件', { multiple: true, maxSizeMB: 50, accept: attachable }),
    signupStart: dateTime('报名开始', { required: true }),
    signupEnd: dateTime('报名截止', { required: true, help: '延期须写明原因' }),
    graceMinutes: integer('截止后仍收的分钟数', { min: 0, max: 120, default: 10 }),
    startDate: date('培训开始', { required: true }),
    endDate: date('培训结束', { required: true }),
    place: text('地点', { maxLength: 100 }),
    quota: integer('名额', { required: true, min: 1, max: 99_999 }),
    pooled: bool('名额由各单位共用', {
      default: false,
      help: '共用：谁先获准谁占用；不共用：名额逐级分到下级单位',
    }),
    quotaReturnsOn: date('未用名额退回日期', { help: '到这一天没有用掉的名额退回上级，先给候补' }),
    confirmHours: integer('本人确认时限（小时）', { required: true, min: 2, max: 168, default: 48 }),
    acceptHours: integer('候补答复时限（小时）', { required: true, min: 2, max: 168, default: 48 }),
    lastOfferHours: integer('开课前多少小时停止递补', { required: true, min: 0, max: 168, default: 12 }),
    byNeed: bool('候补按需求排序', {
      default: false,
      help: '按需求：从未参加县级以上培训的在前，其次间隔久的、乡村的、缺学时多的；否则按先后',
    }),
    creditKind: dict('学时类别', 'creditKind', { required: true }),
    creditHours: decimal('认定学时', { required: true, min: 0, max: 500, precision: 1 }),
    passScore: integer('合格分数', { min: 0, max: 100, help: '不填表示不考核成绩' }),
    ...trainingConditionFields,
    classes: lines('班级', trainingClass, { most: 50 }),
    sessions: lines('课程与场次', session, { most: 300 }),
  },
  form: [
    {
      title: '项目',
      fields: [
        'projectYear',
        'trainingKind',
        'trainingWay',
        'trainingLevel',
        'undertaker',
        'introduction',
        'requirement',
        'files',
      ],
    },
    {
      title: '时间与地点',
      fields: ['signupStart', 'signupEnd', 'graceMinutes', 'startDate', 'endDate', 'place'],
    },
    {
      title: '名额与候补',
      fields: [
        'quota',
        'pooled',
        'quotaReturnsOn',
        'confirmHours',
        'acceptHours',
        'lastOfferHours',
        'byNeed',
      ],
    },
    { title: '学时', fields: ['creditKind', 'creditHours', 'passScore'] },
    { title: '系统核对的条件', fields: trainingConditionKeys },
    { title: '班级与课程', fields: ['classes', 'sessions'] },
  ],
  checks: [
    {
      holds: ({ signupEnd, startDate }) => notBefore(startDate, String(signupEnd ?? '').slice(0, 10) || null),
      message: '报名截止须早于培训开始',
      fields: ['signupEnd', 'startDate'],
    },
    {
      holds: ({ startDate, endDate }) => notBefore(endDate, startDate),
      message: '培训结束不得早于开始',
      fields: ['endDate', 'startDate'],
    },
    {
      holds: ({ classes, quota }) =>
        listOf(classes).length === 0 || sumOf(classes, 'maxCount') >= Number(quota),
      message: '各班人数上限合计少于名额',
      fields: ['classes', 'quota'],
    },
    {
      holds: ({ sessions }) =>
        listOf(sessions).every(({ startsAt, endsAt }) => String(endsAt) > String(startsAt)),
      message: '有场次的结束时间不晚于开始时间',
      fields: ['sessions'],
    },
    {
      holds: ({ sessions, creditHours }) =>
        listOf(sessions).length === 0 || sumOf(sessions, 'hours') === Number(creditHours),
      message: '各场次学时合计与认定学时不一致',
      fields: ['sessions', 'creditHours'],
      level: 'warning',
    },
  ],
  frozen: [
    'trainingKind',
    'trainingLevel',
    'pooled',
    'byNeed',
    'creditKind',
    'creditHours',
    'passScore',
    'signupStart',
    'signupEnd',
    ...trainingConditionKeys,
  ],
  list: {
    host: '主办单位',
    columns: ['trainingLevel', 'startDate', 'endDate'],
    filters: ['trainingKind', 'trainingWay', 'trainingLevel'],
  },
  named: { shared: 'pooled', quota: 'quota', quotaReturnsOn: 'quotaReturnsOn', year: 'projectYear' },
  windows: {
    signup: {
      label: '报名',
      from: 'signupStart',
      to: 'signupEnd',
      grace: 'graceMinutes',
      in: ['recruiting'],
      late: ['preparing'],
    },
  },
  entryWindow: 'signup',
  apart: ['recommend', 'waitlist', 'offer'],
  states: {
    draft: { label: '草稿' },
    recruiting: { label: '报名中', places: true },
    preparing: { label: '待开班', places: true },
    ongoing: { label: '培训中' },
    assessing: { label: '考核中' },
    finished: { label: '已结业', final: 'done' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  moves: [
    {
      name: 'open',
      label: '开放报名',
      from: ['draft'],
      to: 'recruiting',
      by: 'host',
      warning: '开放以后，范围内的教师和学校都能看到；级别、学时、条件和名额方式不能再改。',
    },
    {
      name: 'extend',
      label: '延长报名',
      from: ['recruiting', 'preparing'],
      to: 'recruiting',
      by: 'host',
      reason: 'required',
      extends: 'signup',
      message: { title: '报名延期', says: '把报名延期' },
      tone: 'quiet',
    },
    {
      name: 'close',
      label: '截止报名',
      from: ['recruiting'],
      to: 'preparing',
      by: 'host',
      warning: '截止以后不能再报名；没有办完的报名仍由各单位办理。',
      tone: 'quiet',
    },
    { name: 'close', label: '截止报名', from: ['recruiting'], to: 'preparing', by: { after: 'signup' } },
    {
      name: 'start',
      label: '开班',
      from: ['preparing'],
      to: 'ongoing',
      by: 'host',
      warning: '报名成功的教师全部转为学习中，候补失效。',
      waitsForEntriesIn: ['recommending', 'toConfirm'],
      sweep: { moves: ['start', 'expire'], from: ['confirmed', 'waitlisted', 'offered'] },
    },
    { name: 'assess', label: '进入考核', from: ['ongoing'], to: 'assessing', by: 'host' },
    {
      name: 'finish',
      label: '结业并发放学时',
      from: ['assessing'],
      to: 'finished',
      by: 'host',
      warning: '学习中的教师按成绩结业：合格的登记学时，写入本人档案。',
      sweep: { moves: ['pass', 'fail'], from: ['learning'] },
    },
    {
      name: 'cancel',
      label: '取消项目',
      from: ['draft'],
      to: 'cancelled',
      by: 'host',
      warning: '取消以后不能恢复。',
      tone: 'refuses',
    },
    {
      name: 'cancel',
      label: '取消项目',
      from: ['recruiting', 'preparing'],
      to: 'cancelled',
      by: 'host',
      reason: 'required',
      warning: '取消以后不能恢复；报名的教师会收到消息，席位作废。',
      message: { title: '已取消', says: '取消了这个培训项目' },
      sweep: {
        moves: ['callOff'],
        from: ['recommending', 'toConfirm', 'confirmed', 'waitlisted', 'offered', 'returned'],
      },
      tone: 'refuses',
    },
  ],
})
