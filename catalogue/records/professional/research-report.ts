import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/** 研究（咨询）报告: one row per report written for or adopted by a public body. */
export const researchReport = defineRecord({
  name: 'researchReport',
  title: '研究（咨询）报告',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('报告名称', { required: true, maxLength: 100 }),
    reportKind: dict('报告类别', 'reportKind', { required: true }),
    reportDate: date('报告时间', { required: true, help: '报告落款的日期' }),
    client: text('委托方（采纳单位）', { maxLength: 100, help: '没有单位委托或采纳的可不填' }),
    projectRole: dict('本人角色', 'projectRole', {
      required: true,
      excludeItems: ['200', '210', '220', '240', '250', '410', '420', '510', '520'],
    }),
    adoption: longText('采纳情况', { maxLength: 500, help: '谁采纳、用在哪里、有无批示' }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['title', 'reportDate'],
        message: '已有同名、同日的报告，请看是否填重',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.reportDate),
        message: '报告时间不得晚于今天',
        fields: ['reportDate'],
      },
      {
        holds: (r) => r.adoption === null || r.client !== null,
        message: '填了采纳情况，请把采纳单位也填上',
        fields: ['client', 'adoption'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'attachments', text: '缺报告封面和正文首页' },
      { field: 'attachments', text: '缺采纳证明或委托书' },
      { field: 'title', text: '报告名称与材料不一致' },
      { field: 'reportDate', text: '报告时间与落款不一致' },
      { field: 'client', text: '委托方（采纳单位）与证明不一致' },
      { field: 'projectRole', text: '本人角色与署名不一致' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'reportKind', 'reportDate', 'client', 'projectRole'],
      filters: ['reportKind'],
      order: 'reportDate',
      descending: true,
    },
    form: [
      { title: '报告', fields: ['title', 'reportKind', 'reportDate', 'projectRole'] },
      { title: '采纳', fields: ['client', 'adoption'] },
    ],
    summary: ['title', 'reportKind'],
  },
  statistics: { dimensions: ['reportKind', 'projectRole'] },
})
