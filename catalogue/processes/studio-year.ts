import { date, decimal, dict, integer, lines, longText, text } from '../define.ts'
import { defineProcess } from './define.ts'
import { studioNotice } from './studio-notice.ts'
import { refuses } from './way-up.ts'

/** A task of the year as it stood when the report was handed in. */
const frozenTask = {
  task: text('任务', { required: true, maxLength: 60 }),
  target: integer('目标', { required: true, min: 1, max: 9999 }),
  done: integer('完成', { required: true, min: 0, max: 99_999 }),
  light: text('状态', { required: true, maxLength: 10 }),
}

/**
 * 工作室年度考核: the report of one year of a studio. Its numbers are counted by the portal and frozen when
 * it is handed in; experts score it, the office publishes the result.
 */
export const studioYear = defineProcess({
  name: 'studioYear',
  path: 'teaching/studio-year',
  title: '工作室年度考核',
  beginLabel: '提交年度总结',
  begins: [{ by: [2], about: 'self' }],
  dueOrder: 43,
  titled: 'studio',
  filledBy: 'ownStudio',
  campaign: {
    of: studioNotice,
    placeless: ['draft', 'returned', 'cancelled', 'failed'],
    takes: [],
    reviewed: {
      state: 'expertReview',
      rubric: 'studio',
      named: true,
      shows: ['figures'],
      scores: { move: 'score', field: 'score' },
      granted: ['publish'],
      refused: 'fail',
      bands: { field: 'result', codes: ['1', '2'] },
    },
  },
  fields: {
    studio: text('工作室', { maxLength: 100 }),
    studioId: text('工作室编号', { maxLength: 36 }),
    yearNo: integer('第几年', { min: 1, max: 9 }),
    report: longText('年度总结', {
      required: true,
      maxLength: 3000,
      help: '写做法、变化和问题；完成数由平台从记录里数，无需写',
    }),
    figures: longText('任务完成情况', { maxLength: 4000 }),
    tasks: lines('任务', frozenTask, { most: 30 }),
    digest: text('数据摘要', { maxLength: 64 }),
    frozenOn: date('冻结日期'),
    score: decimal('评审得分', { required: true, min: 0, max: 100, precision: 2 }),
    result: dict('考核结果', 'annualResult', { required: true, excludeItems: ['3', '4', '5', '6'] }),
    failed: dict('结论', 'annualResult'),
  },
  form: [{ title: '总结', fields: ['report'] }],
  judgedBy: ['mayReportYear'],
  parties: {
    host: { label: '主持人', is: 'person' },
    school: { label: '依托单位', is: 'personnelOf' },
    office: { label: '考核单位', is: 'campaignHost' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'host' },
    expertReview: { label: '专家评审中', heldBy: 'office' },
    scored: { label: '待公布', heldBy: 'office', days: 10 },
    published: { label: '已公布', final: 'done' },
    failed: { label: '不合格', final: 'failed' },
    returned: { label: '已退回', heldBy: 'host', opens: ['first'] },
    cancelled: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交年度总结',
      from: ['draft', 'returned'],
      to: 'expertReview',
      by: 'host',
      handsIn: true,
      window: 'report',
      effects: ['yearFrozen'],
      writes: ['studio', 'studioId', 'yearNo', 'figures', 'tasks', 'digest', 'frozenOn'],
    },
    {
      name: 'withdraw',
      label: '撤回修改',
      from: ['expertReview'],
      to: 'returned',
      by: 'host',
      window: 'report',
      tone: 'quiet',
    },
    { name: 'return', label: '退回', from: ['expertReview'], to: 'returned', by: 'office', ...refuses },
    {
      name: 'score',
      label: '登记评审结果',
      from: ['expertReview'],
      to: 'scored',
      by: 'office',
      asks: ['score'],
      effects: ['reviewEnded'],
    },
    {
      name: 'publish',
      label: '公布结果',
      from: ['scored'],
      to: 'published',
      by: 'office',
      asks: ['result'],
      effects: ['yearPublished'],
    },
    {
      name: 'fail',
      label: '不合格',
      from: ['scored'],
      to: 'failed',
      by: 'office',
      effects: ['yearFailed'],
      writes: ['failed'],
      ...refuses,
    },
    {
      name: 'overturn',
      label: '申诉成立，改为合格',
      from: ['failed'],
      to: 'published',
      by: 'office',
      reason: 'required',
      takesBack: ['yearFailed'],
      tone: 'quiet',
    },
    {
      name: 'callOff',
      label: '考核取消',
      from: ['draft', 'returned', 'expertReview', 'scored'],
      to: 'cancelled',
      by: 'campaign',
      effects: ['yearDropped'],
    },
  ],
  list: {
    columns: ['studio', 'yearNo', 'score', 'result'],
    filters: ['result'],
    between: { title: '依托单位、考核单位', ends: [['school'], ['office']] },
  },
})
