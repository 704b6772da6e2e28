import { email, file, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { pictures } from '../fields.ts'

const address = { maxLength: 500, help: '以 https:// 或 http:// 开头' } as const

export const siteConfig = defineContent({
  name: 'siteConfig',
  title: '站点配置',
  place: 120,
  fields: {
    platName: text('平台名称', { required: true, maxLength: 60 }),
    name: text('单位名称', { required: true, maxLength: 60 }),
    platLogo: file('平台标志', { accept: pictures, help: '不传则用杏坛的标志' }),
    indexFootLogo: file('首页页脚标志', { accept: pictures }),
    homeFootLogo: file('门户页脚标志', { accept: pictures }),
    hotline: text('24 小时热线', {
      maxLength: 30,
      pattern: /^[0-9][0-9-]{4,28}[0-9]$/,
      patternSays: '应为电话号码，如 0662-1234567',
      example: '0662-3300000',
    }),
    supportMail: email('支持邮箱'),
    filingNo: text('备案号', { maxLength: 60, example: '粤ICP备00000000号-1' }),
    policeFilingNo: text('公安备案号', {
      maxLength: 60,
      pattern: /\d{14}/,
      patternSays: '应含 14 位数字',
      example: '粤公网安备 44170002000000号',
    }),
    governmentMarkUrl: text('党政机关网站标识链接', {
      ...address,
      help: '事业单位或党政机关申请到标识后的链接，https:// 开头；不填则页脚不显示',
    }),
    educationMinistryUrl: text('教育部链接', address),
    companyUrl: text('公司网站链接', address),
    distanceEducationUrl: text('远程教育网链接', address),
  },
  writers: [1],
  scope: 'portal',
  headline: 'platName',
  columns: ['name'],
  order: 'newest',
  addresses: ['governmentMarkUrl', 'educationMinistryUrl', 'companyUrl', 'distanceEducationUrl'],
  single: true,
})
