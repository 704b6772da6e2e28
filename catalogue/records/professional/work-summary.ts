import { defineRecord, dict, longText, text, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'

/** 工作总结: one row per term and kind of written summary of work. */
export const workSummary = defineRecord({
  name: 'workSummary',
  title: '工作总结',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    schoolYear: year('学年', { required: true, help: '填学年开始的年份，2025–2026 学年填 2025' }),
    semester: dict('学期', 'semester', { required: true, help: '全学年的总结、年度述职选“其他”' }),
    title: text('总结标题', { required: true, maxLength: 100 }),
    summaryKind: text('总结类别', {
      required: true,
      maxLength: 30,
      help: '例如：教学总结、班主任总结、教研总结、年度述职',
    }),
    content: longText('总结内容', { required: true, maxLength: 10000 }),
    selfEvaluation: dict('自评等级', 'annualResult', { excludeItems: ['5', '6'] }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['schoolYear', 'semester', 'summaryKind'],
        message: '本学年、学期已有同类别的总结，请修改原来那份',
      },
    ],
    checks: [
      {
        holds: (r, c) => r.schoolYear === null || r.schoolYear <= c.thisYear,
        message: '学年尚未开始，请填已开始的学年',
        fields: ['schoolYear'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'content', text: '总结太简略，请写明做法、成效和不足' },
      { field: 'content', text: '内容与本学期实际工作不符' },
      { field: 'content', text: '与往年的总结雷同，请重写' },
      { field: 'schoolYear', text: '学年、学期与总结内容不符' },
      { field: 'summaryKind', text: '总结类别与内容不符' },
      { field: 'attachments', text: '附件打不开或不完整' },
    ],
  },
  pages: {
    list: {
      columns: ['schoolYear', 'semester', 'summaryKind', 'title', 'selfEvaluation'],
      filters: ['schoolYear', 'semester'],
      order: 'schoolYear',
      descending: true,
    },
    form: [
      { title: '总结', fields: ['schoolYear', 'semester', 'summaryKind', 'title', 'selfEvaluation'] },
      { title: '内容', fields: ['content'] },
    ],
    summary: ['title', 'summaryKind'],
  },
  statistics: { dimensions: ['schoolYear', 'semester', 'selfEvaluation'] },
})
