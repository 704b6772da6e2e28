import { bool, date, dateTime, decimal, dict, integer, text } from '../define.ts'

/** One class of a project. */
export const trainingClass = {
  className: text('班级名称', { required: true, maxLength: 100 }),
  headTeacher: text('班主任', { required: true, maxLength: 60 }),
  tutors: text('辅导教师', { maxLength: 200 }),
  maxCount: integer('人数上限', { required: true, min: 1, max: 9999 }),
  place: text('地点', { maxLength: 100 }),
}

/** One session of the timetable. */
export const trainingSession = {
  title: text('课程', { required: true, maxLength: 100 }),
  lecturer: text('主讲人', { required: true, maxLength: 60 }),
  startsAt: dateTime('开始', { required: true }),
  endsAt: dateTime('结束', { required: true }),
  hours: decimal('学时', { required: true, min: 0, max: 100, precision: 1 }),
  className: text('班级', { maxLength: 100, help: '不填表示各班同上' }),
  place: text('地点', { maxLength: 100 }),
  mode: dict('授课方式', 'teachingMode', { required: true, default: '1' }),
  course: integer('网络课程编号', {
    min: 1,
    max: 2_147_483_647,
    help: '教研课程地址里的编号。时间填截止那一天：结束以前看完全部课时就是到课，可以提前看。学时由课程发放，这里填 0',
  }),
}

export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value : []
export const sumOf = (value: unknown, key: string): number =>
  listOf(value).reduce((sum, one) => sum + Math.round(10 * (Number(one[key]) || 0)), 0) / 10

/** Rules of attendance and of certificates; frozen when the project opens. */
export const resultFields = {
  leastAttendance: integer('到课率不低于（%）', { required: true, min: 0, max: 100, default: 80 }),
  lateAfter: integer('开课几分钟后算迟到', { required: true, min: 0, max: 240, default: 10 }),
  closesAfter: integer('开课几分钟后截止签到', { required: true, min: 0, max: 480, default: 40 }),
  latesPerAbsence: integer('几次迟到算一次缺勤', {
    required: true,
    min: 0,
    max: 20,
    default: 3,
    help: '填 0 表示迟到不折算',
  }),
  signOut: bool('需要签退', { default: false }),
  byAttended: bool('按到课场次发放学时', {
    default: false,
    help: '勾选：只计本人到课的场次；不勾选：合格的都按认定学时',
  }),
  bySessionYear: bool('跨年的学时按场次分年计', {
    default: false,
    help: '勾选：每场的学时计入上课那一年；不勾选：全部计入结束那一年',
  }),
  numberPrefix: text('证书编号前缀', {
    maxLength: 8,
    pattern: /^[A-Z]{2,8}$/,
    patternSays: '请填 2 至 8 个大写字母',
    example: 'PX',
    help: '不填为 PX；编号形如 PX2026-0031-00087',
  }),
}
export const resultKeys = [
  'leastAttendance',
  'lateAfter',
  'closesAfter',
  'latesPerAbsence',
  'signOut',
  'byAttended',
  'bySessionYear',
  'numberPrefix',
] as const satisfies readonly (keyof typeof resultFields)[]

/** What a project costs, to which plan it belongs, and whether its learners are asked afterwards. */
export const executionFields = {
  plan: text('所属计划', {
    maxLength: 100,
    help: '照培训计划的名称填写；执行情况按这个名称汇总到计划',
  }),
  costPerPerson: integer('人均经费预算（元）', { min: 0, max: 99_999, example: '800' }),
  paid: decimal('实际支出（万元）', {
    min: 0,
    max: 99_999,
    precision: 2,
    help: '结业以前填写；人均成本由它算出',
  }),
  rated: bool('结业后请学员评价', {
    default: true,
    help: '匿名；结业后自动发出，不满 5 人答卷的不显示',
  }),
  followUp: bool('训后 30 日、90 日回访', { default: true, help: '匿名；问课堂上用上了没有，到期自动发出' }),
}
export const executionKeys = [
  'plan',
  'costPerPerson',
  'paid',
  'rated',
  'followUp',
] as const satisfies readonly (keyof typeof executionFields)[]

/** How seats are given, asked about and waited for. */
export const seatFields = {
  pooled: bool('名额由各单位共用', {
    default: false,
    help: '共用：谁先获准谁占用；不共用：名额逐级分到下级单位',
  }),
  invited: bool('由主办单位邀请', {
    default: false,
    help: '勾选：只有主办单位邀请的教师可以参加，不接受报名和推荐',
  }),
  quotaReturnsOn: date('未用名额退回日期', { help: '到这一天没有用掉的名额退回上级，先给候补' }),
  confirmHours: integer('本人确认时限（小时）', { required: true, min: 2, max: 168, default: 48 }),
  acceptHours: integer('候补答复时限（小时）', { required: true, min: 2, max: 168, default: 48 }),
  lastOfferHours: integer('开课前多少小时停止递补', { required: true, min: 0, max: 168, default: 12 }),
  byNeed: bool('候补按需求排序', {
    default: false,
    help: '按需求：从未参加县级以上培训的在前，其次间隔久的、乡村的、缺学时多的；两项都不勾选的按先后',
  }),
  byRank: bool('候补按学校排序', {
    default: false,
    help: '学校在“推荐排序”里排，排在前的先递补；各校排第一的都在排第二的之前，名次相同的按先后',
  }),
}
export const seatKeys = [
  'pooled',
  'invited',
  'quotaReturnsOn',
  'confirmHours',
  'acceptHours',
  'lastOfferHours',
  'byNeed',
  'byRank',
] as const satisfies readonly (keyof typeof seatFields)[]
