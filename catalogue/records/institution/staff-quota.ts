import { defineRecord, dict, integer, text, year } from '../../define.ts'

/**
 * 核定编制: the staffing quota an institution was granted, one row per school year and subject, because where
 * districts manage posts it is split anew each year. All rows of a year together are the whole quota. An
 * authority above the institution writes it.
 */
export const staffQuota = defineRecord({
  name: 'staffQuota',
  title: '核定编制',
  archive: 'professional',
  owner: 'institution',
  regime: 'recorded',
  keptBy: 'superior',
  cardinality: 'many',
  fields: {
    schoolYear: year('学年', { required: true, help: '填学年开始的年份，2026 即 2026—2027 学年' }),
    subject: dict('学科', 'subject', { required: true, help: '行政、教辅、工勤等不分学科的，选“其他”' }),
    quota: integer('编制数', { required: true, min: 0, max: 9999, help: '同一学年各学科合计为核定总数' }),
    docNo: text('核定文号', { maxLength: 60 }),
  },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['schoolYear', 'subject'],
        message: '本学年的该学科已登记，请修改原来的一条',
      },
    ],
    checks: [
      {
        holds: (r, c) => r.schoolYear === null || r.schoolYear <= c.thisYear + 1,
        message: '学年不得晚于明年',
        fields: ['schoolYear'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['schoolYear', 'subject', 'quota', 'docNo'],
      filters: ['schoolYear', 'subject'],
      order: 'schoolYear',
      descending: true,
    },
    form: [{ title: '核定编制', fields: ['schoolYear', 'subject', 'quota', 'docNo'] }],
    summary: ['schoolYear', 'subject'],
  },
  spreadsheet: { key: ['schoolYear', 'subject'] },
  statistics: { dimensions: ['schoolYear', 'subject'], measures: ['quota'] },
})
