import { dict, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { byAdministrators, linkFields } from '../fields.ts'

export const homeLink = defineContent({
  name: 'homeLink',
  title: '首页链接',
  place: 50,
  fields: {
    ...linkFields,
    linkKind: dict('类别', 'linkKind', { required: true, default: 'quick' }),
    parentTitle: text('上级栏目', {
      maxLength: 30,
      help: '导航用：填上级导航的名称，就列在它的下拉菜单里；留空为第一级',
      example: '教师发展中心',
    }),
  },
  ...byAdministrators,
  headline: 'title',
  columns: ['linkKind', 'url', 'sortNo'],
  category: 'linkKind',
  addresses: ['url'],
})
