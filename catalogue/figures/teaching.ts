import type { FigureColumnMeaning } from './column.ts'

/** Reports of teaching research, as `GET /api/v1/jy/statistics/{report}` names them (endpoints.json). */
export const teachingReports = ['users', 'learning', 'resource-charts', 'resources'] as const
export type TeachingReport = (typeof teachingReports)[number]

/** What their tables are grouped by. */
export const teachingGroups = ['area', 'stage', 'subject', 'kind', 'school', 'teacher', 'month'] as const
export type TeachingGroup = (typeof teachingGroups)[number]

/** The tables of each report; the first one is shown first. */
export const groupsOfReport: Readonly<Record<TeachingReport, readonly [TeachingGroup, ...TeachingGroup[]]>> =
  {
    users: ['area', 'stage', 'subject'],
    learning: ['area', 'stage', 'subject'],
    'resource-charts': ['kind', 'stage', 'subject'],
    resources: ['school', 'teacher', 'month'],
  }

/** A column of such a table, and whether each of its numbers opens a list (teaching-research.md, 9). */
export interface TeachingColumn extends FigureColumnMeaning {
  readonly opens: boolean
}

type ColumnName = readonly [key: string, title: string, unit: string]

const column = (
  [key, title, unit]: ColumnName,
  definition: string,
  more: { readonly opens?: true; readonly denominator?: string } = {},
): TeachingColumn => ({ key, title, unit, definition, denominator: '', opens: false, ...more })

const staff = column(
  ['staff', '在职教师', '人'],
  '今天人事关系在本单位的在职教职工，与人员统计同一口径；起止月份不影响它',
)

const ofUsers: readonly TeachingColumn[] = [
  column(['accounts', '注册数', '人'], '今天在职教职工中，教师账号已开通、未停用的人', { opens: true }),
  column(['active', '活跃数', '人'], '起止月份内登录过的教师，一人计一次，按登录时所在单位', { opens: true }),
  column(['activeRate', '活跃率', '%'], '活跃数 ÷ 注册数', { denominator: '注册数' }),
  column(['signIns', '登录次数', '次数'], '起止月份内教师登录的次数合计'),
  staff,
  column(['researchers', '专职教研员', '人'], '今天在教研队伍中、队伍类别为专职教研员的人', { opens: true }),
  column(['ratio', '师研比', '人'], '在职教师 ÷ 专职教研员：一名专职教研员面对多少教师', {
    denominator: '专职教研员',
  }),
]

const people: readonly TeachingColumn[] = [
  column(['times', '参与人次', '人次'], '归档的活动中，实到的场次；一人到两场计两次，按当天所在单位', {
    opens: true,
  }),
  column(['people', '参与人数', '人'], '有过参与的教师，一人计一次', { opens: true }),
  column(['taught', '授课节数', '节次'], '归档的活动中讲的课', { opens: true }),
  column(['observed', '听课节数', '节次'], '归档的活动中提交了听课表的课，一人一节', { opens: true }),
  column(['observedEach', '人均听课', '节/人'], '听课节数 ÷ 在职教师', { denominator: '在职教师' }),
  column(
    ['watchHours', '学习时长', '小时'],
    '教研课程中计入的观看时长，加上直播播出时间内的在场时长；课程每小时、直播结束后汇总，按当天所在单位',
  ),
  column(
    ['liveTimes', '看直播人次', '人次'],
    '本平台直播间的直播中在场过的教师，一场一人计一次；结束后汇总，看回放的不计',
    { opens: true },
  ),
  column(['completeRate', '完成率', '%'], '学完过课程的人 ÷ 看过课程的人，同一时段', {
    denominator: '看过课程的人',
  }),
  column(['hours', '学时', '学时'], '实到场次的学时与课程发放的学时合计'),
  column(['hoursEach', '人均学时', '学时/人'], '学时 ÷ 在职教师', { denominator: '在职教师' }),
  staff,
]

const activities = column(
  ['activities', '活动数', '次数'],
  '本单位及所属单位主办，活动结束日在起止月份内，状态为已结束、已归档的教研活动',
  { opens: true },
)

const passed = column(
  ['passed', '通过', '件'],
  '本单位及所属单位的资源、试题、试卷中，在起止月份内发布到资源库、目前没有下架的；按发布单位',
  { opens: true },
)
const uploaded = column(['uploaded', '上传', '件'], '起止月份内新增的资源、试题、试卷，草稿也计入')
const used = column(
  ['used', '使用', '人次'],
  '在起止月份内被查看或下载；一人一天对同一件计一次，包括本单位的人',
)
const users = column(['users', '使用人数', '人'], '起止月份内使用过的人，一人计一次')

const ofResources: readonly TeachingColumn[] = [passed, used, users]

/** The columns of each table, in their order. */
export const teachingColumns = (report: TeachingReport, group: TeachingGroup): readonly TeachingColumn[] => {
  if (report === 'users') return ofUsers
  if (report === 'learning') return group === 'area' ? [activities, ...people] : people
  if (group === 'kind' || group === 'month') return [uploaded, ...ofResources]
  if (group === 'school')
    return [
      column(
        ['each', '每百名教师通过', '件'],
        '通过 ÷ 在职教师 × 100；不满 10 名教师的学校不计算，排在后面',
        {
          denominator: '在职教师',
        },
      ),
      ...ofResources,
      staff,
    ]
  return ofResources
}
