import { dict, file, integer, richText, text } from '../define.ts'
import { defineContent } from './define.ts'

const pictures = ['jpg', 'jpeg', 'png'] as const
const address = {
  maxLength: 500,
  help: '本站页面以 / 开头，别的网站以 https:// 或 http:// 开头',
  example: '/home/messageData/policy',
} as const
const place = integer('排序', { required: true, min: 0, max: 9999, default: 10, help: '小的在前' })

export const banner = defineContent({
  name: 'banner',
  title: '横幅',
  fields: {
    title: text('标题', { required: true, maxLength: 100 }),
    summary: text('一句话说明', { maxLength: 200 }),
    bannerPosition: dict('位置', 'bannerPosition', { required: true, default: 'top' }),
    image: file('图片', { required: true, accept: pictures, help: '宽高约为 2:1，如 1440×738' }),
    linkUrl: text('链接', address),
    openMode: dict('打开方式', 'openMode', { default: '0' }),
    sortNo: place,
  },
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['bannerPosition', 'sortNo'],
  order: 'sortNo',
  category: 'bannerPosition',
  cover: 'image',
  addresses: ['linkUrl'],
})

const link = {
  title: text('名称', { required: true, maxLength: 30 }),
  url: text('地址', { ...address, required: true }),
  activeName: text('路由名', {
    maxLength: 60,
    help: '导航用：含 pF 的在预览页打开，dkbf 新开窗口；别的留空',
  }),
  openMode: dict('打开方式', 'openMode', { default: '0' }),
  sortNo: place,
}

export const homeLink = defineContent({
  name: 'homeLink',
  title: '首页链接',
  fields: { ...link, linkKind: dict('类别', 'linkKind', { required: true, default: 'quick' }) },
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['linkKind', 'url', 'sortNo'],
  order: 'sortNo',
  category: 'linkKind',
  addresses: ['url'],
})

export const moreLink = defineContent({
  name: 'moreLink',
  title: '更多链接',
  fields: link,
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['url', 'sortNo'],
  order: 'sortNo',
  addresses: ['url'],
})

export const middleBlock = defineContent({
  name: 'middleBlock',
  title: '首页中部版块',
  fields: {
    title: text('标题', { required: true, maxLength: 60 }),
    content: richText('内容', { required: true, maxLength: 500 }),
    linkUrl: text('链接', address),
    sortNo: place,
  },
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['sortNo'],
  order: 'sortNo',
  addresses: ['linkUrl'],
})

export const goodTeacher = defineContent({
  name: 'goodTeacher',
  title: '名师风采',
  fields: {
    name: text('姓名', { required: true, maxLength: 30 }),
    photo: file('照片', { accept: pictures, help: '须经本人同意；没有照片时显示画像' }),
    highLevelKind: dict('类别', 'highLevelKind', { required: true }),
    org: text('单位', { required: true, maxLength: 100 }),
    subject: dict('学科', 'subject'),
    motto: text('教育格言', { maxLength: 100 }),
    introduction: richText('简介', { required: true, maxLength: 5000 }),
    achievements: richText('主要业绩', { maxLength: 5000 }),
    sortNo: place,
  },
  writers: [1],
  scope: 'portal',
  headline: 'name',
  columns: ['highLevelKind', 'org', 'subject', 'sortNo'],
  order: 'sortNo',
  category: 'highLevelKind',
  cover: 'photo',
  searched: ['org', 'motto', 'introduction', 'achievements'],
})
