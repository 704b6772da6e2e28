import { dict, file, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { address, body, byAdministrators, pictures, sortNo } from '../fields.ts'

export const productPage = defineContent({
  name: 'productPage',
  title: '产品页',
  place: 90,
  fields: {
    name: text('产品名称', { required: true, maxLength: 100 }),
    appCategory: dict('类别', 'appCategory'),
    cover: file('图片', { accept: pictures }),
    summary: text('一句话介绍', { required: true, maxLength: 200 }),
    content: richText('介绍', { ...body, required: true }),
    linkUrl: text('链接', address),
    sortNo,
  },
  ...byAdministrators,
  headline: 'name',
  columns: ['appCategory', 'sortNo'],
  category: 'appCategory',
  cover: 'cover',
  searched: ['summary', 'content'],
  addresses: ['linkUrl'],
  readAt: (id) => `/home/product?name=product${id}`,
})
