import { dict } from '../../define.ts'
import { defineContent } from '../define.ts'
import { byAdministrators, linkFields } from '../fields.ts'

export const homeLink = defineContent({
  name: 'homeLink',
  title: '首页链接',
  place: 50,
  fields: { ...linkFields, linkKind: dict('类别', 'linkKind', { required: true, default: 'quick' }) },
  ...byAdministrators,
  headline: 'title',
  columns: ['linkKind', 'url', 'sortNo'],
  category: 'linkKind',
  addresses: ['url'],
})
