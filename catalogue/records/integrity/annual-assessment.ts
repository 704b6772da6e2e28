import { date, defineRecord, dict, longText, text, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const unsettled = is('assessResult', '5', '6')

/**
 * 年度考核: one row per teacher and year, registered by the school; the teacher's own report stands in it.
 */
export const annualAssessment = defineRecord({
  name: 'annualAssessment',
  title: '年度考核',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    assessYear: year('考核年度', { required: true }),
    assessResult: dict('考核结果', 'annualResult', { required: true }),
    notAssessedReason: text('未确定等次（未参加）原因', {
      maxLength: 100,
      visibleWhen: unsettled,
      requiredWhen: unsettled,
      help: '如病假超过半年、受处分期间',
    }),
    assessUnit: text('考核单位名称', { required: true, maxLength: 100, help: '考核时所在的单位' }),
    assessDate: date('考核日期'),
    duty: text('考核时职务', { maxLength: 60 }),
    selfSummary: longText('个人述职', { maxLength: 2000, writableBy: 'teacher' }),
    comment: longText('考核评语', { maxLength: 1000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['assessYear'],
        message: '该教师本年度的考核已经登记，请修改原来那一条',
      },
      {
        form: 'among',
        types: ['ethicsAssessment'],
        holds: (row, siblings) =>
          (row.assessResult !== '1' && row.assessResult !== '2') ||
          !siblings('ethicsAssessment').some(
            (other) => other['assessYear'] === row.assessYear && other['ethicsResult'] === '4',
          ),
        message: '该教师同一年度的师德考核登记为不合格，年度考核却是合格或优秀，请核对两处结果',
        fields: ['assessResult', 'assessYear'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.thisYear, r.assessYear),
        message: '考核年度晚于今天，请核对',
        fields: ['assessYear'],
      },
      {
        holds: (r) => r.assessYear === null || notBefore(r.assessDate, String(r.assessYear)),
        message: '考核日期在考核年度以前，请核对',
        fields: ['assessDate', 'assessYear'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.assessDate),
        message: '考核日期晚于今天，请核对',
        fields: ['assessDate'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['assessYear', 'assessResult', 'assessUnit', 'assessDate', 'duty'],
      filters: ['assessYear', 'assessResult'],
      order: 'assessYear',
      descending: true,
    },
    form: [
      {
        title: '考核结果',
        fields: ['assessYear', 'assessResult', 'notAssessedReason', 'assessUnit', 'assessDate', 'duty'],
      },
      { title: '述职与评语', fields: ['selfSummary', 'comment'] },
    ],
    summary: ['assessYear', 'assessResult'],
  },
  spreadsheet: { key: ['assessYear'], leftOut: ['selfSummary'] },
  statistics: { dimensions: ['assessYear', 'assessResult'] },
})
