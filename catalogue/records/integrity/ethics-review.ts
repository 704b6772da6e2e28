import { decimal, defineRecord, dict, integer, longText, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const weightOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * 师德测评: one row per teacher, year and side that judges (self, colleagues, students, parents,
 * organisation).
 */
export const ethicsReview = defineRecord({
  name: 'ethicsReview',
  title: '师德测评',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    assessYear: year('测评年度', { required: true }),
    reviewer: dict('测评主体', 'ethicsReviewer', { required: true }),
    score: decimal('测评得分', {
      required: true,
      min: 0,
      max: 100,
      precision: 1,
      help: '百分制；多人测评的填平均分',
    }),
    weight: integer('权重（%）', { min: 0, max: 100, help: '同一年度各主体的权重合计为 100' }),
    participantCount: integer('参评人数', {
      min: 0,
      max: 5000,
      visibleWhen: is('reviewer', '2', '3', '4', '5'),
    }),
    suggestResult: dict('建议结论', 'ethicsResult', { required: true }),
    selfStatement: longText('自评材料', {
      maxLength: 2000,
      visibleWhen: is('reviewer', '1'),
      writableBy: 'teacher',
    }),
    comment: longText('评议意见', { maxLength: 2000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['assessYear', 'reviewer'],
        message: '该教师本年度、这一主体的测评已经登记，请修改原来那一条',
      },
      {
        form: 'among',
        types: ['ethicsReview'],
        holds: (row, siblings) => {
          const others = siblings('ethicsReview').filter((other) => other['assessYear'] === row.assessYear)
          return others.reduce((sum, other) => sum + weightOf(other['weight']), weightOf(row.weight)) <= 100
        },
        message: '加上这一条，该教师同一年度各主体的权重合计超过 100，请核对',
        fields: ['weight', 'assessYear'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.thisYear, r.assessYear),
        message: '测评年度晚于今天，请核对',
        fields: ['assessYear'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['assessYear', 'reviewer', 'score', 'weight', 'participantCount', 'suggestResult'],
      filters: ['assessYear', 'reviewer'],
      order: 'assessYear',
      descending: true,
    },
    form: [
      {
        title: '测评',
        fields: ['assessYear', 'reviewer', 'score', 'weight', 'participantCount', 'suggestResult'],
      },
      { title: '材料与意见', fields: ['selfStatement', 'comment'] },
    ],
    summary: ['assessYear', 'reviewer'],
  },
  statistics: { dimensions: ['assessYear', 'reviewer', 'suggestResult'] },
})
