import { addDays } from '../server/platform/clock/clock.ts'
import { city } from './research.ts'

/** The school whose teachers take part, and offices that hold projects. */
export const [school, district, other, province] = [
  '江城区听潮中学',
  '江城区教育局',
  '阳东区教育局',
  '广东省教育厅',
] as const

/** A move of an entry: its name, who makes it (the teacher without), and the reason. */
export type EntryMove = readonly [action: string, by?: string | undefined, reason?: string]

export interface ProjectStory {
  readonly host: string
  readonly title: string
  readonly says: Readonly<Record<string, unknown>>
  readonly grants?: readonly (readonly [by: string, to: string, granted: number])[]
  /** Entries of teachers of the school, one after the other. */
  readonly entries: readonly (readonly EntryMove[])[]
  /** Which of them leaves when all are in: the seat is offered to the first who waits. */
  readonly leaves?: number
}

const upToCity: readonly EntryMove[] = [
  ['approve', school],
  ['approve', district],
  ['approve', city],
]
const waits: readonly EntryMove[] = [['waitlist', school]]

/** Sessions of five mornings from the Monday after the first day on, of 8.0 hours each. */
const sessionsFrom = (start: string) =>
  ['单元整体设计', '学习任务与评价', '课例研磨', '同课异构', '成果展示与考核'].map((title, day) => ({
    title,
    lecturer: ['陶叙白', '韦南星', '谭若棠', '柏见山', '司徒望舒'][day],
    startsAt: `${addDays(start, day)}T08:30`,
    endsAt: `${addDays(start, day)}T17:00`,
    hours: 8,
    className: null,
    place: '阳江市第一中学 报告厅',
    mode: '1',
  }))

/** Seats go down level by level; all of the school are taken, three wait and one is asked. */
const ofCity = (start: string): ProjectStory => ({
  host: city,
  title: '初中数学大单元教学骨干研修',
  says: {
    startDate: start,
    endDate: addDays(start, 4),
    trainingKind: '03',
    trainingWay: '3',
    trainingLevel: '3',
    undertaker: '阳江市教师发展中心',
    plan: '阳江市 2026 年中小学教师培训计划',
    costPerPerson: 1_200,
    quota: 12,
    pooled: false,
    byNeed: true,
    quotaReturnsOn: addDays(start, -5),
    classes: [
      {
        className: '一班',
        headTeacher: '陶叙白',
        tutors: '谭若棠、柏见山',
        maxCount: 6,
        place: '报告厅',
      },
      { className: '二班', headTeacher: '韦南星', tutors: '司徒望舒', maxCount: 6, place: '阶梯教室' },
    ],
    sessions: sessionsFrom(start),
  },
  grants: [
    [city, district, 8],
    [city, other, 3],
    [district, school, 4],
  ],
  entries: [upToCity, upToCity, upToCity, upToCity, waits, waits, waits, []],
  leaves: 3,
})

/** A pool of two that is full. */
const ofDistrict = (start: string): ProjectStory => ({
  host: district,
  title: '江城区作业设计工作坊',
  says: {
    startDate: start,
    endDate: addDays(start, 4),
    trainingKind: '02',
    trainingWay: '7',
    trainingLevel: '4',
    quota: 2,
    pooled: true,
    notTrainedYears: 1,
    notTrainedLevel: '5',
    advisory: true,
    sessions: sessionsFrom(start),
  },
  entries: [
    [
      ['approve', school],
      ['approve', district],
    ],
    [
      ['approve', school],
      ['approve', district],
    ],
    [
      ['approve', school],
      ['approve', district],
    ],
    [['approve', school]],
    [],
    [],
  ],
})

/** Training of the own school. */
const ofSchool = (start: string): ProjectStory => ({
  host: school,
  title: '听潮中学校本研修：课堂观察与改进',
  says: {
    startDate: start,
    endDate: addDays(start, 4),
    trainingKind: '13',
    trainingWay: '5',
    trainingLevel: '5',
    quota: 60,
    pooled: true,
    creditKind: '4',
    sessions: sessionsFrom(start),
  },
  entries: [[['approve', school]], [['approve', school]], [['approve', school]], []],
})

/** A course of the province, with few places. */
const ofProvince = (start: string): ProjectStory => ({
  host: province,
  title: '广东省中小学骨干教师省级培训',
  says: {
    startDate: addDays(start, 14),
    endDate: addDays(start, 18),
    trainingKind: '03',
    trainingWay: '1',
    trainingLevel: '2',
    quota: 40,
    pooled: false,
    sessions: sessionsFrom(addDays(start, 14)),
  },
  grants: [
    [province, city, 12],
    [city, district, 4],
    [district, school, 2],
  ],
  entries: [
    [
      ['approve', school],
      ['approve', district],
      ['approve', city],
    ],
    [['approve', school]],
  ],
})

/** Projects in which nobody is enrolled yet: teachers see them as open, and why one does not fit the last two. */
const stillOpen = (start: string): ProjectStory[] => [
  {
    host: city,
    title: '教师数字素养提升线上研修',
    says: {
      startDate: addDays(start, 7),
      endDate: addDays(start, 27),
      place: null,
      trainingKind: '10',
      trainingWay: '2',
      trainingLevel: '3',
      undertaker: '阳江市教师发展中心',
      quota: 600,
      pooled: true,
      creditKind: '3',
      creditHours: 12,
    },
    entries: [],
  },
  {
    host: city,
    title: '班主任工作艺术高级研修',
    says: {
      startDate: addDays(start, 21),
      endDate: addDays(start, 25),
      trainingKind: '02',
      trainingWay: '1',
      trainingLevel: '3',
      quota: 50,
      pooled: true,
      notTrainedYears: 3,
      notTrainedLevel: '4',
      sessions: sessionsFrom(addDays(start, 21)),
    },
    entries: [],
  },
  {
    host: district,
    title: '新教师入职第二年跟岗研修',
    says: {
      startDate: addDays(start, 7),
      endDate: addDays(start, 11),
      trainingKind: '01',
      trainingWay: '3',
      trainingLevel: '4',
      quota: 40,
      pooled: true,
      newTeacherYears: 2,
      sessions: sessionsFrom(addDays(start, 7)),
    },
    entries: [],
  },
]

/** The projects that are told, from a Monday on. */
export const storiesFrom = (start: string): ProjectStory[] => [
  ...stillOpen(start),
  ...[ofCity, ofDistrict, ofSchool, ofProvince].map((one) => one(start)),
]
