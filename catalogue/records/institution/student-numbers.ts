import { defineRecord, dict, integer, year } from '../../define.ts'

/**
 * 学生与班级: how many pupils and classes a school has, one row per school year and stage, kept by the
 * school. Its owner is the institution.
 */
export const studentNumbers = defineRecord({
  name: 'studentNumbers',
  title: '学生与班级',
  archive: 'professional',
  owner: 'institution',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    schoolYear: year('学年', { required: true, help: '填学年开始的年份，2026 即 2026—2027 学年' }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    students: integer('在校学生数', { required: true, min: 0, max: 99_999 }),
    classes: integer('班级数', { required: true, min: 0, max: 999 }),
  },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['schoolYear', 'schoolStage'],
        message: '本学年的该学段已登记，请修改原来的一条',
      },
    ],
    checks: [
      {
        holds: (r, c) => r.schoolYear === null || r.schoolYear <= c.thisYear,
        message: '学年不得晚于今年',
        fields: ['schoolYear'],
      },
      {
        holds: (r) => r.students === null || r.classes === null || (r.students === 0) === (r.classes === 0),
        message: '有学生就有班级，请核对',
        fields: ['classes'],
      },
      {
        holds: (r) => r.students === null || !r.classes || r.students / r.classes <= 55,
        message: '平均每班超过 55 人，请核对',
        fields: ['students', 'classes'],
        level: 'warning',
      },
    ],
  },
  pages: {
    list: {
      columns: ['schoolYear', 'schoolStage', 'students', 'classes'],
      filters: ['schoolYear', 'schoolStage'],
      order: 'schoolYear',
      descending: true,
    },
    form: [{ title: '学生与班级', fields: ['schoolYear', 'schoolStage', 'students', 'classes'] }],
    summary: ['schoolYear', 'schoolStage'],
  },
  spreadsheet: { key: ['schoolYear', 'schoolStage'] },
  statistics: { dimensions: ['schoolYear', 'schoolStage'], measures: ['students', 'classes'] },
})
