import { defineContent } from '../define.ts'
import { legalFields } from '../legal-fields.ts'

export const collectionList = defineContent({
  name: 'collectionList',
  title: '个人信息收集清单',
  place: 123,
  fields: legalFields,
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['edition', 'effectiveOn'],
  order: 'newest',
  single: true,
  searched: ['content'],
  readAt: () => '/home/collection',
})
