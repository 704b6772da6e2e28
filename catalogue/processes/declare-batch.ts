import { conditionFields } from '../declarations/conditions.ts'
import { date, dateTime, dict, file, integer, richText, year } from '../define.ts'
import { defineCampaign } from './define-campaign.ts'
import { applicationWindow, noticeMoves, noticeStates } from './notice-life.ts'

/**
 * 申报批次: what can be declared, by whom, until when (modules.json, declareBatch). Its conditions are asked
 * of the archive.
 */
export const declareBatch = defineCampaign({
  name: 'declareBatch',
  path: 'declare/batch',
  title: '申报通知',
  called: '本次征集',
  beginLabel: '新增申报通知',
  hosts: [4, 5, 6],
  collects: { declaration: '申报' },
  fields: {
    batchYear: year('年度', { required: true }),
    declareKind: dict('申报类别', 'declareKind', { required: true }),
    declareLevel: dict('申报级别', 'talentLevel', { required: true, excludeItems: ['5'] }),
    applyStart: dateTime('申报开始时间', { required: true }),
    applyEnd: dateTime('申报截止时间', { required: true, help: '延期须写明原因' }),
    graceMinutes: integer('截止后仍收的分钟数', { min: 0, max: 120, default: 10 }),
    quota: integer('推荐名额总数', { min: 1, max: 99_999, help: '不填表示不限；填了以后逐级分配' }),
    quotaReturnsOn: date('未用名额退回日期'),
    supplementDays: integer('补正期限（工作日）', { required: true, min: 1, max: 30, default: 5 }),
    publicityDays: integer('公示工作日', { required: true, min: 1, max: 30, default: 5 }),
    ...conditionFields,
    content: richText('申报条件与要求', { required: true, help: '系统能核对的条件另填在“系统核对的条件”里' }),
    files: file('附件', { multiple: true, maxSizeMB: 20 }),
  },
  form: [
    { title: '通知', fields: ['batchYear', 'declareKind', 'declareLevel', 'content', 'files'] },
    {
      title: '系统核对的条件',
      fields: ['minTeachingYears', 'titleLevels', 'maxAge', 'passedYears', 'ethicsYears', 'minHours'],
    },
    { title: '时间', fields: ['applyStart', 'applyEnd', 'graceMinutes', 'supplementDays', 'publicityDays'] },
    { title: '名额', fields: ['quota', 'quotaReturnsOn'] },
  ],
  frozen: [
    'batchYear',
    'declareKind',
    'declareLevel',
    'applyStart',
    'applyEnd',
    'graceMinutes',
    'quota',
    'supplementDays',
    'publicityDays',
    'minTeachingYears',
    'titleLevels',
    'maxAge',
    'passedYears',
    'ethicsYears',
    'minHours',
  ],
  named: {
    quota: 'quota',
    quotaReturnsOn: 'quotaReturnsOn',
    publicityDays: 'publicityDays',
    year: 'batchYear',
  },
  windows: { application: applicationWindow },
  entryWindow: 'application',
  states: noticeStates,
  moves: noticeMoves,
})
