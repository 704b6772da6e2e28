/** A project that has begun, and what is told of it. Days are counted from today. */
export interface BegunProject {
  readonly host: string
  readonly title: string
  /** The first day, so many days from today, and how many days with sessions there are, `every` days apart. */
  readonly starts: number
  readonly topics: readonly string[]
  readonly every: number
  /** Hours of each session. */
  readonly hours: number
  readonly lecturers: readonly string[]
  readonly says: Readonly<Record<string, unknown>>
  /** Schools that send people, how many, and the offices that approve after the school. */
  readonly from: readonly (readonly [school: string, many: number, ...offices: string[]])[]
  /** Whether results are out; one of them is revoked where that is said. */
  readonly finished: boolean
  readonly revokes?: string
  /** Scores in the order of seats, over and over. */
  readonly scores?: readonly number[]
}

const [province, city, east, west] = ['广东省教育厅', '阳江市教育局', '江城区教育局', '阳东区教育局']
const own = '江城区听潮中学'

export const begunProjects: readonly BegunProject[] = [
  {
    host: province,
    title: '普通高中新课程实施省级培训',
    starts: -66,
    topics: ['课程标准解读', '单元整体教学', '学业质量评价', '课例研磨', '成果展示与考核'],
    every: 1,
    hours: 8,
    lecturers: ['许一川', '秦知白', '许一川'],
    says: {
      trainingKind: '03',
      trainingWay: '1',
      trainingLevel: '2',
      undertaker: '粤海师范大学',
      plan: '2026 年省级中小学教师培训计划',
      costPerPerson: 2_800,
      paid: '6.20',
      quota: 50,
      passScore: 60,
      numberPrefix: 'YJPX',
      place: '粤海师范大学 学术交流中心',
    },
    from: [
      ['阳江市扬帆实验学校', 12, city],
      ['阳江市弘毅中学', 24, city],
      ['茂名市荔苑中学', 13, '茂名市教育局'],
    ],
    finished: true,
    revokes: '提交的课例与他人雷同，经核实撤销结业',
    scores: [92, 88, 85, 90, 79, 94, 81, 76],
  },
  {
    host: east,
    title: '江城区小学作业设计专题培训',
    starts: -110,
    topics: ['作业的功能与类型', '单元作业整体设计', '作业批改与讲评', '成果展示与考核'],
    every: 7,
    hours: 6,
    lecturers: ['谭若棠', '柏见山'],
    says: {
      trainingKind: '10',
      trainingWay: '3',
      trainingLevel: '4',
      undertaker: '江城区教师发展中心',
      costPerPerson: 600,
      paid: '0.72',
      quota: 24,
      creditHours: 24,
      place: '江城区东濠小学 多功能厅',
      classes: [
        { className: '一班', headTeacher: '谭若棠', tutors: '柏见山', maxCount: 12, place: '多功能厅' },
        { className: '二班', headTeacher: '司徒望舒', tutors: '韦南星', maxCount: 12, place: '录播室' },
      ],
    },
    from: [
      ['江城区东濠小学', 7],
      ['江城区鹤汀小学', 6],
    ],
    finished: true,
  },
  {
    host: own,
    title: '听潮中学校本研修：新高考命题研究',
    starts: -150,
    topics: ['命题的依据', '情境与任务', '评分与反馈'],
    every: 7,
    hours: 4,
    lecturers: ['吴启棠'],
    says: {
      trainingKind: '13',
      trainingWay: '5',
      trainingLevel: '5',
      numberPrefix: 'TCPX',
      quota: 30,
      creditKind: '4',
      creditHours: 12,
      place: '听潮中学 报告厅',
    },
    from: [[own, 10]],
    finished: true,
  },
  {
    host: own,
    title: '听潮中学校本研修：课堂提问与追问',
    starts: -14,
    topics: ['问题的层次', '追问的时机', '观课与议课', '改进与展示'],
    every: 7,
    hours: 3,
    lecturers: ['梁砚秋', '吴启棠'],
    says: {
      trainingKind: '13',
      trainingWay: '5',
      trainingLevel: '5',
      numberPrefix: 'TCPX',
      quota: 30,
      creditKind: '4',
      creditHours: 12,
      place: '听潮中学 录播室',
    },
    from: [[own, 14]],
    finished: false,
  },
  {
    host: city,
    title: '阳江市初中课堂教学改进研修',
    starts: -9,
    topics: ['目标与任务', '课堂对话', '课例研磨', '成果展示与考核'],
    every: 7,
    hours: 6,
    lecturers: ['丁若水', '黎见秋'],
    says: {
      trainingKind: '03',
      trainingWay: '3',
      trainingLevel: '3',
      undertaker: '阳江市教师发展中心',
      plan: '阳江市 2026 年中小学教师培训计划',
      costPerPerson: 900,
      quota: 20,
      creditHours: 24,
      place: '阳东区观澜中学 阶梯教室',
    },
    from: [
      ['阳东区观澜中学', 6, west],
      ['阳东区听松初级中学', 4, west],
    ],
    finished: false,
  },
]
