import { defineContent } from '../define.ts'
import { legalFields } from '../legal-fields.ts'

export const userAgreement = defineContent({
  name: 'userAgreement',
  title: '用户协议',
  place: 121,
  fields: legalFields,
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['edition', 'effectiveOn'],
  order: 'newest',
  single: true,
  searched: ['content'],
  readAt: () => '/home/agreement',
})
