import { bool, defineRecord, dict, longText, month, text, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const vetoed = is('isVeto', true)

/** 师德考核: one row per teacher and year, the conclusion registered by the school. */
export const ethicsAssessment = defineRecord({
  name: 'ethicsAssessment',
  title: '师德考核',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    assessYear: year('考核年度', { required: true }),
    assessMonth: month('师德考核时间', { required: true }),
    ethicsResult: dict('师德考核结论', 'ethicsResult', { required: true }),
    assessUnit: text('师德考核单位名称', { required: true, maxLength: 100 }),
    isVeto: bool('是否一票否决', { required: true, default: false }),
    vetoReason: text('否决原因', { maxLength: 100, visibleWhen: vetoed, requiredWhen: vetoed }),
    comment: longText('考核评语', { maxLength: 1000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['assessYear'],
        message: '该教师本年度的师德考核已经登记，请修改原来那一条',
      },
      {
        form: 'among',
        types: ['annualAssessment'],
        holds: (row, siblings) =>
          row.ethicsResult !== '4' ||
          !siblings('annualAssessment').some(
            (other) =>
              other['assessYear'] === row.assessYear &&
              (other['assessResult'] === '1' || other['assessResult'] === '2'),
          ),
        message: '师德考核不合格，而该教师同一年度的年度考核已登记为合格或优秀，请核对两处结果',
        fields: ['ethicsResult', 'assessYear'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) => r.isVeto !== true || r.ethicsResult === null || r.ethicsResult === '4',
        message: '一票否决的，结论只能选“不合格”',
        fields: ['ethicsResult', 'isVeto'],
      },
      {
        holds: (r, c) => notBefore(c.thisYear, r.assessYear),
        message: '考核年度晚于今天，请核对',
        fields: ['assessYear'],
      },
      {
        holds: (r) => r.assessYear === null || notBefore(r.assessMonth, String(r.assessYear)),
        message: '师德考核时间在考核年度以前，请核对',
        fields: ['assessMonth', 'assessYear'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.assessMonth),
        message: '师德考核时间晚于今天，请核对',
        fields: ['assessMonth'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['assessYear', 'assessMonth', 'ethicsResult', 'isVeto', 'assessUnit'],
      filters: ['assessYear', 'ethicsResult', 'isVeto'],
      order: 'assessMonth',
      descending: true,
    },
    form: [
      {
        title: '考核结论',
        fields: ['assessYear', 'assessMonth', 'ethicsResult', 'isVeto', 'vetoReason', 'assessUnit'],
      },
      { title: '评语', fields: ['comment'] },
    ],
    summary: ['assessYear', 'ethicsResult'],
  },
  spreadsheet: { key: ['assessYear'] },
  statistics: { dimensions: ['assessYear', 'ethicsResult', 'isVeto'] },
})
