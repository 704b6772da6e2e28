import type { HourSource } from './rule.ts'

/** Where hours come from, in a word. */
export const sourceWords: Readonly<Record<HourSource, string>> = {
  project: '培训项目',
  teachingResearch: '教研活动',
  online: '在线学习',
  import: '平台导入',
  registration: '培训登记',
  research: '课题',
  publication: '论文',
  resource: '资源',
  degree: '学历进修',
  carry: '结转',
}

/** Columns of an account of hours that is taken out, by their keys. */
export const ledgerHeads = {
  name: '姓名',
  institution: '记账时单位',
  from: '开始',
  to: '结束',
  title: '培训',
  organizer: '培训机构',
  category: '类别',
  source: '来源',
  hours: '学时',
  state: '状态',
  certificate: '证书编号',
  reason: '冲销原因',
} as const

/** Columns of the list of a class that is taken out, by their keys. */
export const classListHeads = {
  seatNo: '席位',
  name: '姓名',
  school: '单位',
  stage: '学段',
  subject: '学科',
  className: '班级',
  role: '培训角色',
  sleepsHere: '住宿',
  phone: '手机',
} as const

/** Heads as the dialog of an export offers them. */
export const headsOf = (heads: Readonly<Record<string, string>>) =>
  Object.entries(heads).map(([key, title]) => ({ key, title }))
