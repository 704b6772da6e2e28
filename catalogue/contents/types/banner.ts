import { dict, file, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { byAdministrators, ownAddress, pictures, sortNo } from '../fields.ts'

export const banner = defineContent({
  name: 'banner',
  title: '横幅',
  place: 40,
  fields: {
    title: text('标题', { required: true, maxLength: 100 }),
    summary: text('一句话说明', { maxLength: 200 }),
    bannerPosition: dict('位置', 'bannerPosition', { required: true, default: 'top' }),
    image: file('图片', { required: true, accept: pictures, help: '宽高约为 2:1，如 1440×738' }),
    linkUrl: text('链接', ownAddress),
    openMode: dict('打开方式', 'openMode', { default: '0' }),
    sortNo,
  },
  ...byAdministrators,
  headline: 'title',
  columns: ['bannerPosition', 'sortNo'],
  category: 'bannerPosition',
  cover: 'image',
  addresses: ['linkUrl'],
})
