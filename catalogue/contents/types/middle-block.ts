import { richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { byAdministrators, ownAddress, sortNo } from '../fields.ts'

export const middleBlock = defineContent({
  name: 'middleBlock',
  title: '首页中部版块',
  place: 70,
  fields: {
    title: text('标题', { required: true, maxLength: 60 }),
    content: richText('内容', { required: true, maxLength: 500 }),
    linkUrl: text('链接', ownAddress),
    sortNo,
  },
  ...byAdministrators,
  headline: 'title',
  columns: ['sortNo'],
  addresses: ['linkUrl'],
})
