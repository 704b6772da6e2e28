import { bool, date, defineRecord, dict, text, year } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBeforeOf } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

/** Codes that only say “another project of this level”: the name tells them apart. */
const unlisted = ['19', '29', '39', '49']

/** 入选人才项目: one row per talent project or honour of selection the teacher was chosen for. */
export const talentProject = defineRecord({
  name: 'talentProject',
  title: '入选人才项目',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    talentProject: dict('入选人才项目名称', 'talentProject', { required: true, excludeItems: ['00'] }),
    customName: text('项目全称', {
      maxLength: 100,
      requiredWhen: is('talentProject', ...unlisted),
      help: '照公布文件写，名称里带批次的也写上；列表中没有的项目必须填',
    }),
    // No project of a school stands in the list of projects, so its level cannot be chosen either.
    talentLevel: dict('项目级别', 'talentLevel', { required: true, excludeItems: ['5'] }),
    selectedYear: year('入选年份', { required: true }),
    selectedDate: date('公布日期'),
    issuer: text('批准（公布）单位', { required: true, maxLength: 100 }),
    docNo: text('文号', { maxLength: 60 }),
    validUntil: date('有效（培养）期至', { help: '未设期限的不填' }),
    isInPost: bool('是否仍在培养（管理）期'),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      notBeforeOf('selectedYear', 'basicInfo.workStartMonth', {
        message: '入选年份在基本信息里的参加工作年月之前，请核对这两处',
      }),
      {
        form: 'among',
        types: ['talentProject'],
        // The full name tells apart only projects that have no code of their own.
        holds: (row, siblings) =>
          siblings('talentProject').every(
            (other) =>
              other['talentProject'] !== row.talentProject ||
              other['selectedYear'] !== row.selectedYear ||
              (unlisted.includes(row.talentProject ?? '') && other['customName'] !== row.customName),
          ),
        message: '这一年入选的该项目已经填过，无需再填',
        fields: ['talentProject', 'selectedYear', 'customName'],
      },
    ],
    checks: [
      {
        holds: (r, c) => r.selectedYear === null || r.selectedYear <= c.thisYear,
        message: '入选年份晚于今天，请按公布文件核对',
        fields: ['selectedYear'],
      },
      {
        // The first digit of a project's code is its level; the level decides whether the city reviews.
        holds: (r) =>
          r.talentProject === null || r.talentLevel === null || r.talentProject.startsWith(r.talentLevel),
        message: '项目级别与所选项目的级别不同，请改选；级别决定由哪几级审核',
        fields: ['talentLevel', 'talentProject'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.selectedDate),
        message: '公布日期不能晚于今天',
        fields: ['selectedDate'],
      },
      {
        holds: (r) => notBefore(r.validUntil, r.selectedDate),
        message: '有效（培养）期不能在公布日期以前结束',
        fields: ['validUntil', 'selectedDate'],
      },
      {
        holds: (r, c) => r.isInPost !== true || notBefore(r.validUntil, c.today),
        message: '有效（培养）期已过，“是否仍在培养（管理）期”却选了“是”，请核对',
        fields: ['isInPost', 'validUntil'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [
      { level: 'school' },
      { level: 'area' },
      { level: 'city', when: is('talentLevel', '1', '2', '3') },
    ],
    reasons: [
      { field: 'talentProject', text: '所选项目与公布文件不一致' },
      { field: 'customName', text: '项目全称要与公布文件一致' },
      { field: 'selectedYear', text: '入选年份与公布文件不一致' },
      { field: 'issuer', text: '批准（公布）单位与文件落款不一致' },
      { field: 'docNo', text: '文号有误' },
      { field: 'attachments', text: '缺公布文件，或文件中看不到本人姓名' },
    ],
  },
  pages: {
    list: {
      columns: [
        'talentProject',
        'customName',
        'talentLevel',
        'selectedYear',
        'issuer',
        'validUntil',
        'isInPost',
      ],
      filters: ['talentProject', 'talentLevel', 'selectedYear', 'isInPost'],
      order: 'selectedYear',
      descending: true,
    },
    form: [
      { title: '项目', fields: ['talentProject', 'customName', 'talentLevel', 'selectedYear'] },
      { title: '批准', fields: ['issuer', 'docNo', 'selectedDate'] },
      { title: '培养期', fields: ['validUntil', 'isInPost'] },
    ],
    summary: ['talentProject', 'customName'],
  },
  spreadsheet: { key: ['talentProject', 'selectedYear'] },
  statistics: { dimensions: ['talentProject', 'talentLevel', 'selectedYear', 'isInPost'] },
})
