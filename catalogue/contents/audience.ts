import { area, date, dict, text } from '../define.ts'

/** For whom an article is, and until when institutions are asked to confirm that they read it. */
export const forWhom = {
  visibility: dict('公开程度', 'visibility', { required: true, default: '2' }),
  audienceAreas: area('面向区域', {
    multiple: true,
    help: '只给这些区域的单位和教师看；不选则不限。选了区域或角色的，公开程度应为“登录可见”',
  }),
  audienceRoles: dict('面向角色', 'userRole', { multiple: true, help: '只给这些角色看；不选则不限' }),
} as const

/** Words by which readers find what belongs together; each leads to what else has it. */
export const tags = text('标签', {
  maxLength: 60,
  help: '几个便于查找的词，用空格分开',
  example: '师德 继续教育',
})

export const confirmBy = date('请单位确认到', {
  help: '填了日期，读者范围内的下级单位就要在工作台确认已读；不填则不要求',
  example: '2099-12-31',
})

export const audience = { visibility: 'visibility', areas: 'audienceAreas', roles: 'audienceRoles' } as const
