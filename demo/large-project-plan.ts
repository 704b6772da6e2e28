import { addDays } from '../server/platform/clock/clock.ts'

const [city, own, east, west, north] = [
  '阳江市教育局',
  '江城区教育局',
  '阳东区教育局',
  '阳西县教育局',
  '阳春市教育局',
]
const [first, second] = ['阳江市弘毅中学', '阳江市扬帆实验学校']

/** What the project says of itself. */
export const largeProject = {
  host: city,
  title: '阳江市 2026 年初中数学大单元教学骨干研修',
  /** Mathematics in the dictionary of subjects. */
  subject: '13',
  value: {
    trainingKind: '03',
    trainingWay: '3',
    trainingLevel: '3',
    undertaker: '阳江市教师发展中心',
    plan: '阳江市 2026 年中小学教师培训计划',
    costPerPerson: 1_200,
    quota: 120,
    pooled: false,
    byNeed: true,
    creditKind: '2',
    creditHours: 40,
    noOverlap: false,
    place: '阳江市第一中学',
    classes: [
      { className: '一班', headTeacher: '陶叙白', tutors: '谭若棠、柏见山', maxCount: 60, place: '报告厅' },
      { className: '二班', headTeacher: '韦南星', tutors: '司徒望舒', maxCount: 60, place: '阶梯教室' },
    ],
  },
} as const

/** Places that the city granted right below it; four stay with it. */
export const quotas = [
  [own, 36],
  [east, 26],
  [west, 16],
  [north, 30],
  [first, 6],
  [second, 2],
] as const

/** Of each school: of whose places its seats are, how many are held and asked about, and how many people wait. */
export const schools = [
  ['江城区鸿雁初级中学', '江城区鸿雁初级中学', 20, 1, 4],
  ['江城区云帆学校', '江城区云帆学校', 15, 0, 3],
  ['阳东区听松初级中学', '阳东区听松初级中学', 10, 0, 0],
  ['阳东区潮生学校', '阳东区潮生学校', 14, 0, 0],
  ['阳西县青洋初级中学', '阳西县青洋初级中学', 10, 0, 1],
  ['阳西县溪畔学校', '阳西县溪畔学校', 6, 0, 0],
  ['阳春市凌云初级中学', '阳春市凌云初级中学', 18, 2, 3],
  ['阳春市明溪学校', '阳春市明溪学校', 10, 0, 2],
  [first, first, 6, 0, 2],
  [second, second, 2, 0, 0],
  // Of the four that the city kept: one is held, two are asked about, one is left.
  ['阳春市砚山中学', city, 1, 2, 0],
] as const

const topics = ['单元整体设计', '学习任务与评价', '课例研磨', '同课异构', '成果展示与考核']
const lecturers = ['陶叙白', '韦南星', '谭若棠', '柏见山', '司徒望舒']

/** Ten half days of four hours for each of the two classes, from the first day on. */
export const sessionsOf = (start: string) =>
  ['一班', '二班'].flatMap((className, room) =>
    topics.flatMap((topic, day) =>
      ['上', '下'].map((half) => ({
        title: `${topic}（${half}）`,
        lecturer: lecturers[(day + room) % lecturers.length],
        startsAt: `${addDays(start, day)}T${half === '上' ? '08:30' : '14:00'}`,
        endsAt: `${addDays(start, day)}T${half === '上' ? '12:00' : '17:30'}`,
        hours: 4,
        className,
        place: room === 0 ? '报告厅' : '阶梯教室',
        mode: '1',
      })),
    ),
  )
