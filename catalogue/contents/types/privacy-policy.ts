import { defineContent } from '../define.ts'
import { legalFields } from '../legal-fields.ts'

export const privacyPolicy = defineContent({
  name: 'privacyPolicy',
  title: '隐私政策',
  place: 122,
  fields: legalFields,
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['edition', 'effectiveOn'],
  order: 'newest',
  single: true,
  searched: ['content'],
  readAt: () => '/home/privacy',
})
