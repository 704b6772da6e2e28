import { decimal, defineRecord, dict, text, year } from '../../define.ts'

const monthly = { required: true, masked: true, min: 0, max: 999999, precision: 2 } as const

/**
 * 基本待遇: written by the school for the year before; the teacher reads their own and may ask for a
 * correction.
 */
export const salary = defineRecord({
  name: 'salary',
  title: '基本待遇',
  archive: 'personal',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    year: year('年度', { required: true, help: '填报上一年度' }),
    annualIncome: decimal('年工资收入（元）', { ...monthly, max: 99999999 }),
    baseSalary: decimal('基本工资（元/月）', monthly),
    performanceSalary: decimal('绩效工资（元/月）', monthly),
    ruralSubsidy: decimal('乡村教师生活补助（元/月）', monthly),
    otherSubsidy: decimal('其他津贴补贴（元/月）', monthly),
    otherIncome: decimal('其他（元/月）', monthly),
    insurance: dict('五险一金', 'insuranceKind', { required: true, multiple: true, exclusiveItems: ['0'] }),
    salaryGrade: text('薪级', { maxLength: 20 }),
    remark: text('备注', { maxLength: 100 }),
  },
  rules: {
    constraints: [
      { form: 'unique', within: 'owner', fields: ['year'], message: '该教师本年度的待遇已经登记' },
    ],
    checks: [
      {
        holds: (r, c) => r.year === null || r.year < c.thisYear,
        message: '只登记以前的年度，当年的明年再填',
        fields: ['year'],
      },
      {
        holds: (r) => {
          const parts = [r.baseSalary, r.performanceSalary, r.ruralSubsidy, r.otherSubsidy, r.otherIncome]
          if (r.annualIncome === null || parts.includes(null)) return true
          // Cents, because 0.1 + 0.2 is not 0.3 in floating point.
          const cents = parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0)
          return Math.round(Number(r.annualIncome) * 100) >= cents * 12
        },
        message: '年工资收入小于各月项合计的十二倍',
        fields: ['annualIncome'],
        level: 'warning',
      },
    ],
  },
  pages: {
    list: {
      columns: ['year', 'annualIncome', 'baseSalary', 'performanceSalary', 'ruralSubsidy'],
      filters: ['year'],
      order: 'year',
      descending: true,
    },
    form: [
      { title: '年度', fields: ['year', 'annualIncome'] },
      {
        title: '每月',
        fields: ['baseSalary', 'performanceSalary', 'ruralSubsidy', 'otherSubsidy', 'otherIncome'],
      },
      { title: '其他', fields: ['insurance', 'salaryGrade', 'remark'] },
    ],
    summary: ['year'],
  },
  spreadsheet: { key: ['year'] },
  statistics: { dimensions: ['year'] },
})
