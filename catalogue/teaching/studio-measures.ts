/**
 * What a yearly task of a studio counts. Each is a query over facts of the host and the members, of the days
 * on which they belonged to the studio (server/features/studios/facts.ts); `stated` is written by the host.
 */
export const measureNames = [
  'activitiesHosted',
  'activitiesAttended',
  'lessonsShown',
  'lessonsObserved',
  'lessonsToVillages',
  'resourcesShared',
  'projects',
  'papersAndAwards',
  'stated',
] as const
export type MeasureName = (typeof measureNames)[number]

interface Measure {
  readonly label: string
  readonly unit: string
  /** Where the number comes from, as the page says it. */
  readonly counted: string
}

export const measures: Readonly<Record<MeasureName, Measure>> = {
  activitiesHosted: {
    label: '主持教研活动',
    unit: '场',
    counted: '已归档、由主持人或成员主持的教研活动',
  },
  activitiesAttended: { label: '参加教研活动', unit: '场', counted: '已归档、签到计入的教研活动' },
  lessonsShown: { label: '公开课、示范课', unit: '节', counted: '已归档的教研活动里授的课' },
  lessonsObserved: { label: '听课评课', unit: '张', counted: '已提交的听课表' },
  lessonsToVillages: { label: '送教下乡', unit: '节', counted: '受援方已确认的送教台账里本人上的课' },
  resourcesShared: { label: '共享资源', unit: '件', counted: '已公开、本人制作的资源' },
  projects: { label: '立项课题', unit: '项', counted: '档案里本年度的课题' },
  papersAndAwards: { label: '论文与获奖', unit: '项', counted: '档案里本年度的论文和获奖' },
  stated: { label: '手工填写', unit: '次', counted: '主持人填写，不是平台数出来的' },
}
