import { dict, file, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { bySupporters, ownAddress, pictures, sortNo } from '../fields.ts'

/** 帮扶轮播图: the pictures on top of the page of counterpart support. */
export const supportCarousel = defineContent({
  name: 'supportCarousel',
  title: '帮扶轮播图',
  place: 200,
  desk: 'bflbt',
  fields: {
    title: text('标题', { required: true, maxLength: 100 }),
    image: file('图片', { required: true, accept: pictures, help: '建议 1920×480' }),
    linkUrl: text('链接', ownAddress),
    openMode: dict('打开方式', 'openMode', { default: '0' }),
    sortNo,
  },
  ...bySupporters,
  headline: 'title',
  columns: ['image', 'sortNo'],
  order: 'sortNo',
  cover: 'image',
  addresses: ['linkUrl'],
  mostLive: 8,
})
