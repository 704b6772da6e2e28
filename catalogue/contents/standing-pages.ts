import { area, dict, email, file, integer, richText, text } from '../define.ts'
import { defineContent } from './define.ts'

const pictures = ['jpg', 'jpeg', 'png'] as const
const body = {
  required: true,
  maxLength: 20_000,
  help: '可用标题、列表、表格、图片和公式；可以从 Word、WPS 粘贴',
} as const
const address = { maxLength: 500, help: '以 https:// 或 http:// 开头' } as const
const place = integer('排序', { required: true, min: 0, max: 9999, default: 10, help: '小的在前' })

export const productPage = defineContent({
  name: 'productPage',
  title: '产品页',
  fields: {
    name: text('产品名称', { required: true, maxLength: 100 }),
    appCategory: dict('类别', 'appCategory'),
    cover: file('图片', { accept: pictures }),
    summary: text('一句话介绍', { required: true, maxLength: 200 }),
    content: richText('介绍', body),
    linkUrl: text('链接', { maxLength: 500, help: '本站页面以 / 开头，别的网站以 https:// 或 http:// 开头' }),
    sortNo: place,
  },
  writers: [1],
  scope: 'portal',
  headline: 'name',
  columns: ['appCategory', 'sortNo'],
  order: 'sortNo',
  category: 'appCategory',
  cover: 'cover',
  searched: ['summary', 'content'],
  addresses: ['linkUrl'],
})

export const centrePage = defineContent({
  name: 'centrePage',
  title: '中心页',
  fields: {
    areaCode: area('所属区域', { required: true, help: '只能是本机构所在的区域或它的下级' }),
    centerKind: dict('页面类别', 'centerKind', { required: true }),
    title: text('标题', { required: true, maxLength: 100 }),
    cover: file('配图', { accept: pictures }),
    content: richText('正文', body),
    sortNo: place,
  },
  writers: [1, 4, 5],
  scope: 'region',
  headline: 'title',
  columns: ['areaCode', 'centerKind', 'sortNo'],
  order: 'sortNo',
  category: 'centerKind',
  cover: 'cover',
  searched: ['content'],
})

export const aboutPage = defineContent({
  name: 'aboutPage',
  title: '关于我们',
  fields: {
    anchor: text('锚点', {
      required: true,
      maxLength: 10,
      pattern: /^div[1-3]$/,
      patternSays: '应为 div1、div2 或 div3',
      example: 'div1',
    }),
    title: text('标题', { required: true, maxLength: 100 }),
    content: richText('内容', body),
  },
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['anchor'],
  order: 'anchor',
  unique: ['anchor'],
  searched: ['content'],
})

export const siteConfig = defineContent({
  name: 'siteConfig',
  title: '站点配置',
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
    filingNo: text('备案号', { maxLength: 60 }),
    educationMinistryUrl: text('教育部链接', address),
    companyUrl: text('公司网站链接', address),
    distanceEducationUrl: text('远程教育网链接', address),
  },
  writers: [1],
  scope: 'portal',
  headline: 'platName',
  columns: ['name'],
  order: 'newest',
  addresses: ['educationMinistryUrl', 'companyUrl', 'distanceEducationUrl'],
  single: true,
})
