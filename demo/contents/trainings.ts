import type { ContentStory } from './write.ts'

const paragraph = (text: string) => `<p>${text}</p>`

const plan = (title: string, level: string, people: number, budget: string, objective: string) => ({
  title,
  planYear: 2026,
  trainingLevel: level,
  objective: paragraph(objective),
  targetCount: people,
  budget,
  fundKind: '1',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  visibility: '2',
})

const plans: readonly ContentStory[] = [
  {
    type: 'trainingPlan',
    by: 'province',
    days: 300,
    value: {
      ...plan(
        '2026 年省级中小学教师培训计划',
        '2',
        5_200,
        '1560.00',
        '以骨干教师和校长为主，向粤东粤西粤北倾斜；每个项目都要有训后三十天和九十天的跟踪。',
      ),
      items: [
        {
          name: '学科骨干教师提升',
          trainingKind: '03',
          people: 3_600,
          hours: '60.0',
          cost: 3_000,
          need: null,
        },
        {
          name: '校（园）长任职与提高',
          trainingKind: '05',
          people: 1_600,
          hours: '48.0',
          cost: 2_800,
          need: null,
        },
      ],
    },
  },
  {
    type: 'trainingPlan',
    by: 'city',
    days: 260,
    pinned: true,
    value: {
      ...plan(
        '阳江市 2026 年中小学教师培训计划',
        '3',
        1_260,
        '182.00',
        '补上三年没有参加过县级以上培训的教师，优先乡村学校和薄弱学科；专业科目以课堂为现场。',
      ),
      items: [
        {
          name: '初中数学大单元教学骨干研修',
          trainingKind: '03',
          people: 120,
          hours: '40.0',
          cost: 1_600,
          need: '需求调查：初中数学，单元整体教学',
        },
        { name: '新任班主任岗前培训', trainingKind: '04', people: 240, hours: '24.0', cost: 600, need: null },
        { name: '公需科目', trainingKind: '09', people: 900, hours: '30.0', cost: 60, need: null },
      ],
    },
  },
  {
    type: 'trainingPlan',
    by: 'area',
    days: 12,
    review: 'waiting',
    value: {
      ...plan(
        '江城区 2027 年校本研修与学科培训计划',
        '4',
        480,
        '36.00',
        '每校每学期两次有主题的校本研修，区里为村小和教学点单独开班。',
      ),
      planYear: 2027,
      startDate: '2027-01-01',
      endDate: '2027-12-31',
      items: [
        { name: '村小全科教师培训', trainingKind: '02', people: 80, hours: '24.0', cost: 900, need: null },
        { name: '校本研修指导', trainingKind: '13', people: 400, hours: '12.0', cost: 150, need: null },
      ],
    },
  },
]

/** [writer, title, way, subjects, lecturer, unit, hours, introduction, outline]. */
type Course = readonly [
  string,
  string,
  string,
  readonly string[],
  string,
  string,
  string,
  string,
  readonly string[],
]

const courses: readonly Course[] = [
  [
    'city',
    '大单元：从课标到一个学期',
    '1',
    ['14'],
    '黎远舟',
    '阳江市扬帆实验学校',
    '12.0',
    '带着下学期要教的一个单元来，带着写好的单元设计回去。',
    ['读课标里的大概念', '写单元目标与评价', '任务怎样连起来', '互相听一节'],
  ],
  [
    'city',
    '乡村小班的课堂组织',
    '6',
    ['13', '14'],
    '莫素秋',
    '江城区听潮中学',
    '8.0',
    '二十人以下的班怎样分层、怎样合作，送教到校，当堂试。',
    ['看一节课', '分层任务', '课后一对一'],
  ],
  [
    'area',
    '作业分层设计与讲评',
    '1',
    ['14'],
    '谭若棠',
    '江城区东濠小学',
    '6.0',
    '带着一周的作业来，按三层重写，再讲评一遍。',
    ['作业的三层', '批改看什么', '十分钟讲评'],
  ],
  [
    'province',
    '教师职业道德与心理健康',
    '2',
    [],
    '苏慕清',
    '阳江市教师发展中心',
    '6.0',
    '案例讨论为主，全部案例来自真实的处理记录，姓名与学校已隐去。',
    ['边界在哪里', '一次家访', '压力与求助'],
  ],
]

/** Training plans and the courses that timetables name. */
export const toldTrainings: readonly ContentStory[] = [
  ...plans,
  ...courses.map(
    (
      [by, title, trainingWay, subject, lecturer, lecturerUnit, hours, introduction, outline],
      index,
    ): ContentStory => ({
      type: 'trainingCourse',
      by,
      days: 60 + index * 9,
      value: {
        title,
        trainingWay,
        subject,
        schoolStage: [],
        lecturer,
        lecturerUnit,
        hours,
        introduction: paragraph(introduction),
        outline: outline.join('\n'),
        visibility: '2',
      },
    }),
  ),
]
