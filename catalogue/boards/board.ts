/** The full-screen boards (specification, section 2), called as in their addresses. */
export const boardKeys = ['dataLarge', 'datashow', 'datatrain'] as const
export type BoardKey = (typeof boardKeys)[number]

/** Stands for the name of the place in titles that people write. */
export const placeWord = '{地区}'

export interface BoardWords {
  readonly title: string
  readonly path: string
  readonly about: string
}

export const boards: Readonly<Record<BoardKey, BoardWords>> = {
  dataLarge: {
    title: '教师数据大屏',
    path: '/dataLarge',
    about: '教师总量与县区分布，学历、职称、年龄、性别、学科和人才',
  },
  datashow: {
    title: '平台数据大屏',
    path: '/datashow',
    about: '门户访问、活跃账号、资源与教研活动、课题与成果',
  },
  datatrain: {
    title: '培训数据大屏',
    path: '/datatrain',
    about: '培训项目、人次、学时达标率、县区排行、近 12 月趋势',
  },
}
