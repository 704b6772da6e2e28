/** The blocks of the front page, in the order in which the region has them. */
export const blockWords = {
  banners: '横幅',
  notices: '通知公告',
  links: '快捷入口',
  policies: '政策文件',
  news: '培训动态',
  activities: '教研活动',
  figures: '教育一览',
  blocks: '图文版块',
  teachers: '名师风采',
  studios: '名师工作室',
  hotResources: '资源热榜',
  more: '常用网站',
} as const
export type BlockName = keyof typeof blockWords
export const blockNames = Object.keys(blockWords) as [BlockName, ...BlockName[]]

/** What a page about the centre of an area says, by the code of `centerKind`. */
export const centreWords = { simple: '简介', setUp: '机构设置', ranks: '队伍' } as const
export type CentreKind = keyof typeof centreWords
export const centreKinds = Object.keys(centreWords) as [CentreKind, ...CentreKind[]]
