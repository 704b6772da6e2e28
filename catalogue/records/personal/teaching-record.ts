import { defineRecord, dict, integer, text, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const teaching = is('teachingStatus', '20')
const taught = { visibleWhen: teaching } as const
const mustTeach = { visibleWhen: teaching, requiredWhen: teaching } as const
const otherwise = is('teachingStatus', '19', '99')
const noHours = is('weeklyHours', 0)
const otherWork = is('concurrentWork', '99')

/** 教育教学: one row per school year, term and stage, with what was taught and what other work was done. */
export const teachingRecord = defineRecord({
  name: 'teachingRecord',
  title: '教育教学',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'some',
  fields: {
    schoolYear: year('学年', {
      required: true,
      help: '填学年开始的那一年：2025—2026 学年填 2025，春季学期也填 2025',
    }),
    semester: dict('学期', 'semester', { required: true }),
    schoolStage: dict('任教学段', 'schoolStage', { required: true, help: '教几个学段的，每个学段填一条' }),
    teachingStatus: dict('任课状况', 'teachingStatus', { required: true, default: '20' }),
    teachingStatusNote: text('其他情况说明', {
      maxLength: 100,
      visibleWhen: otherwise,
      requiredWhen: otherwise,
    }),
    subject: dict('任教课程', 'subject', { ...mustTeach, multiple: true, cascadeFrom: 'schoolStage' }),
    grade: dict('任教年级', 'grade', { ...taught, multiple: true, cascadeFrom: 'schoolStage' }),
    classNames: text('任教班级', {
      ...taught,
      maxLength: 100,
      help: '几个班的用顿号隔开，如“七（1）班、七（2）班”',
    }),
    classType: dict('任教班级类型', 'classType', taught),
    weeklyHours: integer('平均每周课堂教学课时数', {
      ...mustTeach,
      min: 0,
      max: 60,
      help: '几门课合起来算，只算课堂教学',
    }),
    zeroHoursReason: text('课时为 0 的说明', { maxLength: 100, visibleWhen: noHours, requiredWhen: noHours }),
    otherWeeklyHours: integer('平均每周其他工作折合课时数', {
      ...taught,
      min: 0,
      max: 60,
      help: '按学校的折算办法',
    }),
    teachingRole: dict('任课角色', 'teachingRole', taught),
    concurrentWork: dict('兼任工作', 'concurrentWork', {
      required: true,
      default: '00',
      multiple: true,
      exclusiveItems: ['00'],
    }),
    concurrentWorkName: text('兼任其他工作名称', {
      maxLength: 100,
      visibleWhen: otherWork,
      requiredWhen: otherWork,
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['schoolYear', 'semester', 'schoolStage', 'subject'],
        each: 'subject',
        message: '该学期、学段的该课程已经填过；教几个年级、几个班的，填在同一条里',
      },
      {
        form: 'among',
        types: ['teachingRecord'],
        holds: (row, siblings) =>
          siblings('teachingRecord')
            .filter((other) => other['schoolYear'] === row.schoolYear && other['semester'] === row.semester)
            .every((other) => row.teachingStatus === '20' && other['teachingStatus'] === '20'),
        message: '该学期已有另一条记录，而两条中有没有任课的；没有任课的学期只填一条，学期中有变动的请说明',
        fields: ['teachingStatus', 'semester'],
        level: 'warning',
      },
    ],
    checks: [
      {
        // A school year begins in the summer; its spring and summer terms lie in the following year.
        holds: (r, c) => {
          if (r.schoolYear === null || r.semester === null) return true
          const later = r.semester === '2' || r.semester === '3'
          return notBefore(c.today, later ? `${r.schoolYear + 1}-01` : `${r.schoolYear}-07`)
        },
        message: '该学期尚未开始；学年填开始的那一年，春季学期也一样',
        fields: ['schoolYear', 'semester'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'weeklyHours', text: '周课时数与课程表不一致' },
      { field: 'subject', text: '任教课程与课程表不一致' },
      { field: 'grade', text: '漏填任教年级或班级' },
      { field: 'concurrentWork', text: '兼任工作与学校分工不一致' },
      { field: 'schoolYear', text: '学年填错，应填学年开始的那一年' },
      { field: 'teachingStatus', text: '任课状况与实际不符' },
    ],
  },
  pages: {
    list: {
      columns: [
        'schoolYear',
        'semester',
        'schoolStage',
        'teachingStatus',
        'subject',
        'grade',
        'weeklyHours',
        'concurrentWork',
      ],
      filters: ['schoolYear', 'semester', 'schoolStage', 'teachingStatus', 'subject', 'concurrentWork'],
      order: 'schoolYear',
      descending: true,
    },
    form: [
      {
        title: '学期',
        fields: ['schoolYear', 'semester', 'schoolStage', 'teachingStatus', 'teachingStatusNote'],
      },
      {
        title: '任课',
        fields: [
          'subject',
          'grade',
          'classNames',
          'classType',
          'teachingRole',
          'weeklyHours',
          'zeroHoursReason',
          'otherWeeklyHours',
        ],
      },
      { title: '兼任', fields: ['concurrentWork', 'concurrentWorkName'] },
    ],
    summary: ['schoolYear', 'semester'],
  },
  spreadsheet: { key: ['schoolYear', 'semester', 'schoolStage'] },
  statistics: { dimensions: ['schoolYear', 'semester', 'schoolStage', 'teachingStatus'] },
})
