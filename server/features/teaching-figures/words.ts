import type { TeachingGroup, TeachingReport } from '../../../catalogue/figures/teaching.ts'

/** What stands in the libraries, by the kind of the shelf. */
export const kindWords: Readonly<Record<string, string>> = {
  resource: '资源',
  question: '试题',
  paper: '试卷',
}

export const reportWords: Readonly<Record<TeachingReport, string>> = {
  users: '教研用户统计',
  learning: '教研研修统计',
  'resource-charts': '教研资源统计',
  resources: '教研资源统计报告',
}

export const groupWords: Readonly<Record<TeachingGroup, string>> = {
  area: '按地区',
  stage: '按学段',
  subject: '按学科',
  kind: '按类别',
  school: '学校排行',
  teacher: '教师排行',
  month: '月度趋势',
}
