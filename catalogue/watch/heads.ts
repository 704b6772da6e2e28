/** Heads of the lists of courses and learners, on the screen and in files. */
export const courseHeads = {
  title: '课程',
  subject: '学科',
  org: '开设单位',
  state: '状态',
  lessons: '课时',
  length: '总长',
  hours: '学时',
  learners: '学员',
  complete: '完成',
} as const

export const learnerHeads = {
  name: '姓名',
  institution: '单位',
  seconds: '计入',
  complete: '完成课时',
  lessons: '课时',
  done: '状态',
  hours: '学时',
  heard: '最近播放',
} as const

/** How far somebody is with a course that was begun. */
export const learnerStates = { learning: '在学', complete: '已完成' } as const

/** Whether a course gives hours, as a filter. */
export const grantWords = { 1: '给学时', 0: '不给学时' } as const

/** Heads as the dialogue of an export offers them. */
export const headsOf = (heads: Readonly<Record<string, string>>) =>
  Object.entries(heads).map(([key, title]) => ({ key, title }))
