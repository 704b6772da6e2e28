/** What a statistics table of training is grouped by (page/training_statistics). */
export const trainingGroups = ['area', 'project', 'stage', 'subject', 'tutor', 'manager'] as const
export type TrainingGroup = (typeof trainingGroups)[number]

/** A column of such a table, with what it means. */
export interface TrainingColumn {
  readonly key: string
  readonly title: string
  /** 人, 人次, %, 学时 … */
  readonly unit: string
  readonly definition: string
  /** What it is divided by; empty for a count. */
  readonly denominator: string
  /** What the list behind each of its numbers holds; none for sums and rates. */
  readonly opens?: 'people' | 'entries' | 'sessions' | 'handlings'
}

type ColumnName = readonly [key: string, title: string, unit: string]

const column = (
  [key, title, unit]: ColumnName,
  definition: string,
  more: Pick<TrainingColumn, 'opens'> & { readonly denominator?: string } = {},
): TrainingColumn => ({ key, title, unit, definition, denominator: '', ...more })

/** Who of the full-time teachers was trained, and met what the year asks. */
const ofPeople: readonly TrainingColumn[] = [
  column(['staff', '专任教师', '人'], '统计时点人事关系在本单位、任教的在岗专任教师', { opens: 'people' }),
  column(
    ['people', '参训人数', '人'],
    '专任教师中本年度有已开班报名的人，包括学习中、合格和不合格；跨项目只计一次',
    {
      opens: 'people',
    },
  ),
  column(['peopleRate', '参训率', '%'], '参训人数 ÷ 专任教师', { denominator: '专任教师' }),
  column(['times', '参训人次', '人次'], '参训的人在本年度项目中的报名，一人参加两个项目计两次', {
    opens: 'entries',
  }),
  column(['qualified', '合格人次', '人次'], '其中合格结业的', { opens: 'entries' }),
  column(['passRate', '合格率', '%'], '合格 ÷（合格 + 不合格），学习中不计入', {
    denominator: '合格 + 不合格',
  }),
  column(['hours', '学时', '学时'], '专任教师本年度按规则计入的学时合计，各种来源，取自学时账'),
  column(['hoursEach', '人均学时', '学时'], '计入学时合计 ÷ 专任教师', { denominator: '专任教师' }),
  column(['met', '达标人数', '人'], '本年度各类学时都够的专任教师，取自学时账', { opens: 'people' }),
  column(['metRate', '达标率', '%'], '达标人数 ÷ 专任教师', { denominator: '专任教师' }),
  column(['periodRate', '五年达标率', '%'], '本周期学时已够的 ÷ 教龄满 60 个月的专任教师', {
    denominator: '教龄满 60 个月的专任教师',
  }),
  column(
    ['untrained', '三年未参训', '人'],
    '教龄满三年，统计时点前三年内没有县级及以上培训结束的专任教师，取自生效的培训登记',
    { opens: 'people' },
  ),
]

/** The columns of each table, in their order. Fact by fact: what nothing is known of has no column. */
export const trainingColumns: Readonly<Record<TrainingGroup, readonly TrainingColumn[]>> = {
  area: ofPeople,
  stage: ofPeople,
  subject: ofPeople,
  project: [
    column(['quota', '名额', '人'], '本单位或下级主办的为项目名额；上级主办的为分给本单位的名额'),
    column(['used', '已用', '人'], '开班时占用席位的人，按开班当天所在单位', { opens: 'entries' }),
    column(['waited', '候补', '人次'], '曾经列入候补的报名，按席位所属单位'),
    column(['filled', '递补', '人次'], '候补接受席位的次数，按席位所属单位'),
    column(['cameRate', '到班率', '%'], '至少到过一场的 ÷ 已有场次结束的学员', {
      denominator: '已有场次结束的学员',
    }),
    column(['attendRate', '到课率', '%'], '实到场次合计 ÷ 应到场次合计，公假不计应到', {
      denominator: '应到场次',
    }),
    column(['learning', '在学', '人'], '学习中的学员', { opens: 'entries' }),
    column(['qualified', '结业', '人'], '合格结业的学员', { opens: 'entries' }),
    column(['unqualified', '不合格', '人'], '考核不合格或被撤销结业的学员', { opens: 'entries' }),
    column(['passRate', '合格率', '%'], '结业 ÷（结业 + 不合格），在学不计入', {
      denominator: '结业 + 不合格',
    }),
    column(['hours', '发放学时', '学时'], '结业登记的学时合计'),
  ],
  tutor: [
    column(['classes', '班数', '个'], '项目中担任班主任或辅导教师的班'),
    column(['sessions', '场次', '场'], '课程表上由其主讲的场次', { opens: 'sessions' }),
    column(['hours', '授课学时', '学时'], '由其主讲的场次的学时合计'),
    column(['learners', '项目学员', '人'], '该项目在本范围内已开班的学员', { opens: 'entries' }),
    column(['attendRate', '项目到课率', '%'], '该项目实到场次 ÷ 应到场次', { denominator: '应到场次' }),
    column(['passRate', '项目合格率', '%'], '结业 ÷（结业 + 不合格）', { denominator: '结业 + 不合格' }),
    column(['last', '最近授课', ''], '最近一次已经开始的场次'),
  ],
  manager: [
    column(['received', '收到', '件'], '本年度项目的报名中，由本单位办结的和正在本单位办理的'),
    column(['done', '办结', '件'], '本单位通过、退回或列入候补的次数', { opens: 'handlings' }),
    column(['pending', '在办', '件'], '现在等本单位办理的报名', { opens: 'handlings' }),
    column(['average', '平均用时', '小时'], '办结的报名从送到到办出，按自然时间', { denominator: '办结' }),
    column(['longest', '最长等待', '小时'], '办结和在办的报名中等得最久的，按自然时间'),
    column(['overdue', '逾期', '件'], '在办的报名中已过办理期限的', { opens: 'handlings' }),
    column(['returnRate', '退回率', '%'], '退回 ÷ 办结', { denominator: '办结' }),
    column(['seats', '名额', '个'], '分到本单位、没有再分给下级的名额'),
    column(['seatRate', '名额使用率', '%'], '已用名额 ÷ 名额', { denominator: '名额' }),
  ],
}

/** Levels by which trainings are narrowed: this one and those above it. */
export const trainingLevels = [
  { key: '2', label: '省级及以上' },
  { key: '3', label: '市级及以上' },
  { key: '4', label: '县级及以上' },
] as const

/** The group of the key of a column, where the column is one of it. */
export const columnOf = (group: TrainingGroup, key: string): TrainingColumn | undefined =>
  trainingColumns[group].find((one) => one.key === key)
