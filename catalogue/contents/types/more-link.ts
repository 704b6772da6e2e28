import { defineContent } from '../define.ts'
import { byAdministrators, linkFields } from '../fields.ts'

export const moreLink = defineContent({
  name: 'moreLink',
  title: '更多链接',
  place: 60,
  fields: linkFields,
  ...byAdministrators,
  headline: 'title',
  columns: ['url', 'sortNo'],
  addresses: ['url'],
})
