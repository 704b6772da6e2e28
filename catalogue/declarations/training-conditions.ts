import { bool, dict, integer } from '../define.ts'

/** The fields of a training project that set conditions, asked of the archive of whoever enrols. */
export const trainingConditionFields = {
  schoolStage: dict('面向学段', 'schoolStage', { multiple: true, help: '不选表示不限' }),
  subject: dict('面向学科', 'subject', { multiple: true, help: '不选表示不限' }),
  titleLevels: dict('职称级别', 'titleLevel', { multiple: true, help: '不选表示不限' }),
  minTeachingYears: integer('教龄满（年）', { min: 1, max: 40, help: '不填表示不限' }),
  maxAge: integer('年龄不超过（岁）', { min: 25, max: 70 }),
  urbanRural: dict('学校所在城乡', 'urbanRural', {
    multiple: true,
    help: '按任职学校的城乡分类；不选表示不限',
  }),
  backbone: bool('只限县级及以上骨干教师', {
    default: false,
    help: '按基本信息里的“是否县级及以上骨干教师”',
  }),
  newTeacherYears: integer('只限新教师，教龄不满（年）', { min: 1, max: 10, help: '不填表示不限' }),
  notTrainedYears: integer('近几年没有参加过培训', {
    min: 1,
    max: 10,
    help: '按下面一栏的级别和以上算；以结业登记和本平台的结业为准',
  }),
  notTrainedLevel: dict('培训级别（含以上）', 'trainingLevel', { default: '4' }),
  notSameKindYears: integer('近几年没有参加过同类培训', { min: 1, max: 10 }),
  noOverlap: bool('培训日期不与其他培训重叠', { default: true }),
  advisory: bool('培训经历不符合的，写明理由可以报名', {
    default: false,
    help: '不勾选：近几年参加过培训、日期重叠的不能报名',
  }),
} as const

export const trainingConditionKeys = [
  'schoolStage',
  'subject',
  'titleLevels',
  'minTeachingYears',
  'maxAge',
  'urbanRural',
  'backbone',
  'newTeacherYears',
  'notTrainedYears',
  'notTrainedLevel',
  'notSameKindYears',
  'noOverlap',
  'advisory',
] as const satisfies readonly (keyof typeof trainingConditionFields)[]
