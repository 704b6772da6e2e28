import { defineContent } from '../define.ts'
import { linkFields } from '../fields.ts'

export const moreLink = defineContent({
  name: 'moreLink',
  title: '更多链接',
  place: 60,
  fields: linkFields,
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['url', 'sortNo'],
  order: 'sortNo',
  addresses: ['url'],
})
