import {
  bool,
  dateTime,
  dict,
  file,
  institution,
  integer,
  lines,
  longText,
  richText,
  text,
} from '../define.ts'
import { attachable } from '../kinds/file-types.ts'
import { defineCampaign } from './define-campaign.ts'
import { linesOf, rubricLine, sitting } from './research-activity-fields.ts'

const weightsOf = (rubric: unknown): number =>
  linesOf(rubric).reduce((sum, { weight }) => sum + (Number(weight) || 0), 0)

/**
 * 教研活动: an institution plans sittings, teachers sign up or are invited, check in, and find the activity in
 * their archives when it was archived (teaching-research.md, 3 and 4; docs/decisions/0198).
 */
export const researchActivity = defineCampaign({
  name: 'researchActivity',
  path: 'teaching/activity',
  title: '教研活动',
  called: '本次活动',
  beginLabel: '新增教研活动',
  hosts: [3, 4, 5, 6],
  led: true,
  collects: { activityPlace: '活动报名' },
  fields: {
    activityKind: dict('教研形式', 'activityKind', { required: true }),
    activityMode: dict('活动形式', 'activityMode', { required: true, default: '1' }),
    schoolStage: dict('学段', 'schoolStage', { multiple: true }),
    subject: dict('学科', 'subject', { multiple: true }),
    leader: text('主持人', { required: true, maxLength: 30 }),
    supportPartner: institution('结对帮扶的对方单位', {
      anywhere: true,
      help: '送教和双方共同的活动填写；归档后按协议生成帮扶台账草稿，对方确认以后才计入',
    }),
    introduction: richText('活动方案', { required: true }),
    files: file('附件', { multiple: true, maxSizeMB: 50, accept: attachable }),
    signupStart: dateTime('报名开始', { required: true }),
    signupEnd: dateTime('报名截止', { required: true, help: '不晚于活动开始' }),
    quota: integer('名额', { required: true, min: 1, max: 99_999 }),
    schoolCap: integer('每校至多', { min: 1, max: 999, help: '不填不限' }),
    startTime: dateTime('活动开始', { required: true }),
    endTime: dateTime('活动结束', { required: true }),
    place: text('地点', { maxLength: 100 }),
    sittings: lines('场次', sitting, { least: 1, most: 30, required: true }),
    creditKind: dict('学时类别', 'creditKind', { required: true, default: '4' }),
    rubric: lines('观察量表', rubricLine, {
      most: 10,
      help: '3 至 10 项，分值合计 100；不填用通用量表（目标 15、内容 20、过程 25、学生 25、素养 15）',
    }),
    rubricName: text('量表名称', { maxLength: 60, help: '从本单位的观察量表选用时自动填写' }),
    scoresOpen: bool('评分给听课的人看', {
      default: false,
      help: '不勾选：评分只有授课教师和主办单位看得到。评分不进档案，不排名',
    }),
    summary: richText('活动纪要', { help: '归档前填写，不少于 50 个字' }),
    noSheets: longText('没有听课表的原因', {
      maxLength: 500,
      help: '有的课没有人提交听课表时填写',
    }),
    recordings: file('课堂录像', {
      multiple: true,
      maxSizeMB: 500,
      accept: ['mp4', 'webm', 'vtt'],
      help: '字幕用和录像同名的 vtt 文件',
    }),
    outputs: file('活动成果', { multiple: true, maxSizeMB: 50, accept: attachable }),
  },
  form: [
    {
      title: '活动',
      fields: [
        'activityKind',
        'activityMode',
        'schoolStage',
        'subject',
        'leader',
        'supportPartner',
        'introduction',
        'files',
      ],
    },
    { title: '报名', fields: ['signupStart', 'signupEnd', 'quota', 'schoolCap'] },
    { title: '时间与场次', fields: ['startTime', 'endTime', 'place', 'sittings', 'creditKind'] },
    { title: '听课评课', fields: ['rubric', 'rubricName', 'scoresOpen'] },
    { title: '纪要与成果', fields: ['summary', 'noSheets', 'recordings', 'outputs'] },
  ],
  checks: [
    {
      holds: ({ startTime, endTime }) => String(endTime) > String(startTime),
      message: '活动结束须晚于开始',
      fields: ['endTime', 'startTime'],
    },
    {
      holds: ({ signupEnd, startTime }) => String(signupEnd) <= String(startTime),
      message: '报名截止不得晚于活动开始',
      fields: ['signupEnd', 'startTime'],
    },
    {
      holds: ({ sittings }) =>
        linesOf(sittings).every(({ startsAt, endsAt }) => String(endsAt) > String(startsAt)),
      message: '有场次的结束时间不晚于开始时间',
      fields: ['sittings'],
    },
    {
      holds: ({ sittings, startTime, endTime }) =>
        linesOf(sittings).every(
          ({ startsAt, endsAt }) =>
            String(startsAt) >= String(startTime) && String(endsAt) <= String(endTime),
        ),
      message: '有场次不在活动的开始和结束之间',
      fields: ['sittings', 'startTime', 'endTime'],
    },
    {
      holds: ({ rubric }) => {
        const items = linesOf(rubric)
        return items.length === 0 || (items.length >= 3 && weightsOf(items) === 100)
      },
      message: '观察量表要有 3 至 10 项，分值合计 100',
      fields: ['rubric'],
    },
  ],
  frozen: ['activityKind', 'signupStart', 'signupEnd', 'creditKind', 'rubric', 'rubricName', 'scoresOpen'],
  list: {
    host: '主办单位',
    columns: ['activityKind', 'subject', 'startTime'],
    filters: ['activityKind', 'activityMode'],
  },
  named: {},
  windows: {
    signup: { label: '报名', from: 'signupStart', to: 'signupEnd', in: ['signup'] },
  },
  entryWindow: 'signup',
  apart: ['wait', 'invite', 'walkIn', 'offer'],
  states: {
    draft: { label: '草稿' },
    signup: { label: '报名中' },
    scheduled: { label: '待开始' },
    ongoing: { label: '进行中' },
    ended: { label: '已结束' },
    // Not the end: within thirty days it is opened again.
    archived: { label: '已归档' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  moves: [
    {
      name: 'open',
      label: '开放报名',
      from: ['draft'],
      to: 'signup',
      by: 'host',
      warning: '开放以后，范围内的教师和学校都能看到；教研形式、学时类别和观察量表不能再改。',
    },
    {
      name: 'publish',
      label: '直接发布',
      from: ['draft'],
      to: 'scheduled',
      by: 'host',
      warning: '不开放报名，只有受邀请和现场加入的教师参加。',
      tone: 'quiet',
    },
    {
      name: 'extend',
      label: '延长报名',
      from: ['signup', 'scheduled'],
      to: 'signup',
      by: 'host',
      reason: 'required',
      extends: 'signup',
      message: { title: '报名延期', says: '把报名延期' },
      tone: 'quiet',
    },
    {
      name: 'close',
      label: '截止报名',
      from: ['signup'],
      to: 'scheduled',
      by: 'host',
      warning: '截止以后不能再报名；仍可邀请和现场加入。',
      tone: 'quiet',
    },
    { name: 'close', label: '截止报名', from: ['signup'], to: 'scheduled', by: { after: 'signup' } },
    {
      name: 'start',
      label: '开始',
      from: ['signup', 'scheduled'],
      to: 'ongoing',
      by: 'host',
      warning: '候补和没有答复的邀请就此失效。',
      sweep: { moves: ['lapse'], from: ['waitlisted', 'offered', 'invited'] },
      tone: 'quiet',
    },
    {
      name: 'start',
      label: '开始',
      from: ['scheduled'],
      to: 'ongoing',
      by: { at: 'startTime' },
      sweep: { moves: ['lapse'], from: ['waitlisted', 'offered', 'invited'] },
    },
    { name: 'end', label: '结束', from: ['ongoing'], to: 'ended', by: 'host' },
    { name: 'end', label: '结束', from: ['ongoing'], to: 'ended', by: { at: 'endTime' } },
    {
      name: 'archive',
      label: '归档',
      from: ['ended'],
      to: 'archived',
      by: 'host',
      warning: '签到的教师每人写入一条档案并登记学时；30 天内可以撤销归档。',
      sweep: { moves: ['record', 'miss'], from: ['confirmed'] },
    },
    {
      name: 'unarchive',
      label: '撤销归档',
      from: ['archived'],
      to: 'ended',
      by: 'host',
      reason: 'required',
      warning: '已写入的档案和学时全部撤回。',
      sweep: { moves: ['unrecord'], from: ['recorded', 'missed'] },
      tone: 'refuses',
    },
    {
      name: 'cancel',
      label: '取消活动',
      from: ['draft'],
      to: 'cancelled',
      by: 'host',
      warning: '取消以后不能恢复。',
      tone: 'refuses',
    },
    {
      name: 'cancel',
      label: '取消活动',
      from: ['signup', 'scheduled'],
      to: 'cancelled',
      by: 'host',
      reason: 'required',
      warning: '取消以后不能恢复；报名的教师会收到消息，名额作废。',
      message: { title: '已取消', says: '取消了本次教研活动' },
      sweep: { moves: ['callOff'], from: ['confirmed', 'waitlisted', 'offered', 'invited'] },
      tone: 'refuses',
    },
  ],
})
