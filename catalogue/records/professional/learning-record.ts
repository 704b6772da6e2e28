import { date, decimal, defineRecord, dict, longText, record, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { isFilled } from '../../rules/condition.ts'

const withHours = isFilled('creditHours')

/**
 * 学习研修: one row per course, workshop or study visit. Its hours are for the record only; a year's hours
 * come from trainingRegistration.
 */
export const learningRecord = defineRecord({
  name: 'learningRecord',
  title: '学习研修',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('学习（研修）主题', { required: true, maxLength: 100 }),
    trainingKind: dict('类别', 'trainingKind', { required: true }),
    trainingWay: dict('方式', 'trainingWay', { required: true }),
    trainingLevel: dict('级别', 'trainingLevel', { required: true, help: '按组织单位的级别选' }),
    startDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true, help: '只有一天的与开始日期相同' }),
    organizer: text('组织单位', { required: true, maxLength: 100, help: '通知或证书上的落款单位' }),
    creditHours: decimal('学时', {
      min: 0,
      max: 500,
      precision: 1,
      help: '只作记录，不算进年度学时；没有学时的不填',
    }),
    creditKind: dict('学时类别', 'creditKind', { visibleWhen: withHours, requiredWhen: withHours }),
    trainingRegistrationId: record('关联培训登记', {
      ref: 'trainingRegistration',
      help: '本次培训已在培训登记里的，选那一条；年度学时以培训登记为准',
    }),
    notes: longText('学习笔记与心得', { maxLength: 5000 }),
    result: text('考核结果', { maxLength: 50, help: '如“合格”“优秀学员”' }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['title', 'startDate'],
        message: '已有同一天开始、主题相同的学习研修，请看是否填重',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endDate, r.startDate),
        message: '结束日期不得早于开始日期',
        fields: ['endDate', 'startDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.endDate),
        message: '结束日期晚于今天：学习研修尚未结束，一般结束后再填',
        fields: ['endDate'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'attachments', text: '缺结业证书、学时证明或研修通知' },
      { field: 'title', text: '主题与证书（通知）不一致' },
      { field: 'creditHours', text: '学时与证书不一致' },
      { field: 'trainingLevel', text: '级别与组织单位不符' },
      { field: 'endDate', text: '起止日期与证书（通知）不一致' },
      { field: 'organizer', text: '组织单位请填证书落款单位的全称' },
    ],
  },
  pages: {
    list: {
      columns: [
        'title',
        'trainingKind',
        'trainingWay',
        'trainingLevel',
        'startDate',
        'endDate',
        'organizer',
        'creditHours',
      ],
      filters: ['trainingKind', 'trainingWay', 'trainingLevel'],
      order: 'endDate',
      descending: true,
    },
    form: [
      {
        title: '学习研修',
        fields: [
          'title',
          'trainingKind',
          'trainingWay',
          'trainingLevel',
          'organizer',
          'startDate',
          'endDate',
        ],
      },
      { title: '学时与结果', fields: ['creditHours', 'creditKind', 'trainingRegistrationId', 'result'] },
      { title: '笔记与心得', fields: ['notes'] },
    ],
    summary: ['title', 'trainingKind'],
  },
  statistics: { dimensions: ['trainingKind', 'trainingWay', 'trainingLevel'] },
})
