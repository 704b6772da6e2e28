import type { FigureColumnMeaning } from './column.ts'

/** What a statistics table of training is grouped by (page/training_statistics). */
export const trainingGroups = [
  'area',
  'school',
  'fair',
  'stage',
  'subject',
  'age',
  'urban',
  'project',
  'undertaker',
  'plan',
  'need',
  'tutor',
  'manager',
] as const
export type TrainingGroup = (typeof trainingGroups)[number]

/** A column of such a table, with what the list behind each of its numbers holds; none for sums and rates. */
export interface TrainingColumn extends FigureColumnMeaning {
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

const whole = '整个项目，答卷匿名，不分单位；调查结束后才显示，不满 5 份的不显示'

/** What learners say, at the end and later. */
const ofOpinions: readonly TrainingColumn[] = [
  column(['satisfaction', '满意度', '分'], `满意度调查各打分题的平均分，1 至 5 分；${whole}`),
  column(['answers', '评价', '份'], `满意度调查的答卷；${whole}`),
  column(['used30', '30 日用上', '分'], `训后 30 日回访“课堂上用上了吗”的平均分，1 至 5 分；${whole}`),
  column(['replies30', '30 日回访', '份'], `训后 30 日回访的答卷；${whole}`),
  column(['used90', '90 日用上', '分'], `训后 90 日回访“课堂上用上了吗”的平均分，1 至 5 分；${whole}`),
  column(['replies90', '90 日回访', '份'], `训后 90 日回访的答卷；${whole}`),
]

/** How far the teachers of each school are: four states that together are all of them. */
const ofSchools: readonly TrainingColumn[] = [
  column(['staff', '专任教师', '人'], '统计时点人事关系在本校、任教的在岗专任教师；四种情况相加等于它', {
    opens: 'people',
  }),
  column(['met', '已达标', '人'], '本年度各类学时都够的专任教师，取自学时账', { opens: 'people' }),
  column(['reach', '在途可达', '人'], '加上已报名成功和学习中的培训，各类学时都够', { opens: 'people' }),
  column(['short', '有缺口', '人'], '加上在途的仍不够，但年底前还来得及', { opens: 'people' }),
  column(['late', '来不及', '人'], '加上在途的仍不够，所缺超过 8 学时 × 年底前剩余天数', { opens: 'people' }),
  column(['missing', '缺学时', '学时'], '各类所缺学时合计，不计在途'),
  column(['metRate', '达标率', '%'], '已达标 ÷ 专任教师', { denominator: '专任教师' }),
  column(['waiting', '最久待认定', '工作日'], '本校待审的培训登记中，送到学校最久的一件已等的工作日'),
]

/** Where the seats of five years went. */
const ofFairness: readonly TrainingColumn[] = [
  column(['people', '专任教师', '人'], '统计时点的专任教师，按近五年面授次数从少到多排队，分成十份', {
    opens: 'people',
  }),
  column(['seats', '面授', '人次'], '近五年结束的县级及以上培训（不含网络研修），取自生效的培训登记'),
  column(['share', '占比', '%'], '本份的人次 ÷ 全部人次；均分时各占 10%', { denominator: '全部人次' }),
  column(['each', '人均', '次'], '人次 ÷ 人数', { denominator: '专任教师' }),
]

/** The columns of each table, in their order. Fact by fact: what nothing is known of has no column. */
export const trainingColumns: Readonly<Record<TrainingGroup, readonly TrainingColumn[]>> = {
  area: ofPeople,
  stage: ofPeople,
  subject: ofPeople,
  age: ofPeople,
  urban: ofPeople,
  school: ofSchools,
  fair: ofFairness,
  undertaker: [
    column(['projects', '项目', '个'], '由它承办的项目；没有填承办单位的，算主办单位自己承办'),
    column(['used', '学员', '人次'], '开班时占用席位的人，按开班当天所在单位'),
    column(['attendRate', '到课率', '%'], '实到场次合计 ÷ 应到场次合计', { denominator: '应到场次' }),
    column(['qualified', '结业', '人次'], '合格结业的学员'),
    column(['passRate', '合格率', '%'], '结业 ÷（结业 + 不合格）', { denominator: '结业 + 不合格' }),
    column(['hours', '发放学时', '学时'], '结业登记的学时合计'),
    column(['satisfaction', '满意度', '分'], '各项目满意度按答卷数加权；不满 5 份的项目不计入', {
      denominator: '答卷',
    }),
    column(['answers', '评价', '份'], '计入满意度的答卷'),
    column(['used30', '30 日用上', '分'], '各项目训后 30 日回访按答卷数加权；不满 5 份的项目不计入', {
      denominator: '答卷',
    }),
    column(['costEach', '人均成本', '元'], '填了支出的项目：实际支出合计 ÷ 结业人数合计，整个项目', {
      denominator: '结业',
    }),
  ],
  plan: [
    column(['projects', '项目', '个'], '“所属计划”写了该名称的项目'),
    column(['planned', '计划人数', '人'], '计划里写的人数'),
    column(['quota', '名额', '人'], '各项目名额合计'),
    column(['used', '参训', '人次'], '各项目开班时占用席位的人，不分单位'),
    column(['qualified', '结业', '人次'], '各项目合格结业的学员，不分单位'),
    column(['doneRate', '完成率', '%'], '结业 ÷ 计划人数', { denominator: '计划人数' }),
    column(['plannedHours', '计划学时', '学时'], '各分项人数 × 学时合计'),
    column(['hours', '发放学时', '学时'], '各项目结业登记的学时合计，不分单位'),
    column(['budget', '经费', '万元'], '计划里写的经费'),
    column(['paid', '已用', '万元'], '各项目填写的实际支出合计'),
    column(['paidRate', '使用率', '%'], '已用 ÷ 经费', { denominator: '经费' }),
    column(['satisfaction', '满意度', '分'], '各项目满意度按答卷数加权；不满 5 份的项目不计入', {
      denominator: '答卷',
    }),
  ],
  need: [
    column(['people', '选择人次', '人次'], '需求调查里选了该项的答卷，各调查相加；一人答两份调查计两次'),
    column(['share', '占比', '%'], '选择人次 ÷ 答卷；一份答卷可以选几项', { denominator: '答卷' }),
    column(['lines', '计划分项', '项'], '已发布的本年度培训计划中，“依据的需求”写了该项的分项'),
    column(['planned', '计划人数', '人'], '这些分项的人数合计'),
    column(['coverage', '满足率', '%'], '计划人数 ÷ 选择人次', { denominator: '选择人次' }),
  ],
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
    ...ofOpinions,
    column(['costEach', '人均成本', '元'], '实际支出 ÷ 结业人数，整个项目；没有填支出的不显示', {
      denominator: '结业',
    }),
  ],
  tutor: [
    column(['classes', '班数', '个'], '项目中担任班主任或辅导教师的班'),
    column(['sessions', '场次', '场'], '课程表上由其主讲的场次', { opens: 'sessions' }),
    column(['hours', '授课学时', '学时'], '由其主讲的场次的学时合计'),
    column(
      ['learners', '学员', '人'],
      '本范围内已开班的学员：带班的算所带班级，不带班的算其主讲场次的班级，各班同上的算全部',
      { opens: 'entries' },
    ),
    column(['attendRate', '到课率', '%'], '这些学员的实到场次 ÷ 应到场次', { denominator: '应到场次' }),
    column(['passRate', '合格率', '%'], '这些学员的结业 ÷（结业 + 不合格）', {
      denominator: '结业 + 不合格',
    }),
    column(
      ['lecturers', '主讲评价', '分'],
      '项目满意度调查“主讲讲得清楚”的平均分，整个项目；不满 5 份的不显示',
    ),
    column(['last', '最近授课', ''], '最近一次已经开始的场次'),
  ],
  manager: [
    column(['received', '收到', '件'], '本年度项目的报名中，由本单位办结的和正在本单位办理的'),
    column(['done', '办结', '件'], '本单位通过、退回或列入候补的次数', { opens: 'handlings' }),
    column(['pending', '在办', '件'], '现在等本单位办理的报名', { opens: 'handlings' }),
    column(['average', '平均用时', '工作日'], '办结的报名从送到到办出的工作日，按工作日历；当天办出的算 0', {
      denominator: '办结',
    }),
    column(['longest', '最长等待', '工作日'], '办结和在办的报名中等得最久的，按工作日历'),
    column(['overdue', '逾期', '件'], '在办的报名中已过办理期限的', { opens: 'handlings' }),
    column(['returnRate', '退回率', '%'], '退回 ÷ 办结', { denominator: '办结' }),
    column(['seats', '名额', '个'], '分到本单位、没有再分给下级的名额'),
    column(['seatRate', '名额使用率', '%'], '已用名额 ÷ 名额', { denominator: '名额' }),
    column(['checkedRate', '名单按时核对率', '%'], '本年度名单中，五个工作日内核对或退回的 ÷ 核对或退回的', {
      denominator: '核对或退回的名单',
    }),
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
