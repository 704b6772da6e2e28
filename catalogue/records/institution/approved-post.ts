import { defineRecord, dict, integer, text, year } from '../../define.ts'

/**
 * 核准岗位: how many posts an institution was approved, one row per school year, category and grade
 * (事业单位岗位设置). An authority above the institution writes it.
 */
export const approvedPost = defineRecord({
  name: 'approvedPost',
  title: '核准岗位',
  archive: 'professional',
  owner: 'institution',
  regime: 'recorded',
  keptBy: 'superior',
  cardinality: 'many',
  fields: {
    schoolYear: year('学年', { required: true, help: '填学年开始的年份，2026 即 2026—2027 学年' }),
    positionCategory: dict('岗位类别', 'positionCategory', { required: true }),
    positionGrade: dict('岗位等级', 'positionGrade', {
      required: true,
      cascadeFrom: 'positionCategory',
      excludeItems: ['998', '999'],
    }),
    posts: integer('岗位数', { required: true, min: 0, max: 9999 }),
    docNo: text('核准文号', { maxLength: 60 }),
  },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['schoolYear', 'positionCategory', 'positionGrade'],
        message: '本学年的这一等级岗位已登记，请修改原来的一条',
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
      columns: ['schoolYear', 'positionCategory', 'positionGrade', 'posts', 'docNo'],
      filters: ['schoolYear', 'positionCategory', 'positionGrade'],
      order: 'schoolYear',
      descending: true,
    },
    form: [
      { title: '核准岗位', fields: ['schoolYear', 'positionCategory', 'positionGrade', 'posts', 'docNo'] },
    ],
    summary: ['schoolYear', 'positionCategory', 'positionGrade'],
  },
  spreadsheet: { key: ['schoolYear', 'positionCategory', 'positionGrade'] },
  statistics: { dimensions: ['schoolYear', 'positionCategory', 'positionGrade'], measures: ['posts'] },
})
