import { defineForm } from './define.ts'

/**
 * C 教师继续教育学时证明: a letter; only hours that passed the review count. It says what the rules of the years made of
 * them, so that a new version of a rule supersedes it.
 */
export const trainingHours = defineForm({
  name: 'trainingHours',
  title: '教师继续教育学时证明',
  note: '经审核登记的培训学时，由学校或发展中心签发',
  version: '2026-3',
  about: { is: 'teacher' },
  roles: [2, 3, 4, 5, 6],
  purposes: [],
  paper: 'letter',
  sources: {
    basic: { type: 'basicInfo' },
    trainings: { type: 'trainingRegistration', order: 'startDate', newest: true },
  },
  parts: [
    {
      part: 'text',
      text: '　　兹证明 {about.name}（证件号后四位 {about.idTail}）系 {about.institution} 教师，其经审核登记的继续教育学时如下。',
      size: 16,
      above: 6,
    },
    { part: 'text', text: '近五年学时', size: 12, above: 5 },
    {
      part: 'sums',
      title: '近五年学时',
      source: 'trainings',
      by: 'trainingYear',
      across: 'creditKind',
      add: 'creditHours',
      years: 5,
    },
    { part: 'text', text: '　　按学时规则计入：{hours.counted}。', size: 12, above: 4 },
    { part: 'text', text: '学时明细', size: 12, above: 5 },
    {
      part: 'table',
      title: '学时明细',
      source: 'trainings',
      columns: [
        { head: '起止年月', span: 2, fields: ['startDate', 'endDate'], as: 'months' },
        { head: '培训项目', span: 4, fields: ['projectName'] },
        { head: '培训机构', span: 2, fields: ['organizer'] },
        { head: '级别', span: 1, fields: ['trainingLevel'] },
        { head: '学时类别', span: 2, fields: ['creditKind'] },
        { head: '学时', span: 1, fields: ['creditHours'] },
      ],
      least: 1,
      most: null,
    },
    { part: 'text', text: '　　特此证明。', size: 16, above: 8 },
    { part: 'text', text: '{issue.institution}（盖章）', size: 16, align: 'right', above: 12 },
    { part: 'text', text: '{issue.day}', size: 16, align: 'right' },
  ],
})
