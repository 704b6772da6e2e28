import { richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { body } from '../fields.ts'

export const aboutPage = defineContent({
  name: 'aboutPage',
  title: '关于我们',
  place: 110,
  fields: {
    anchor: text('锚点', {
      required: true,
      maxLength: 10,
      pattern: /^div[1-3]$/,
      patternSays: '应为 div1、div2 或 div3',
      example: 'div1',
    }),
    title: text('标题', { required: true, maxLength: 100 }),
    content: richText('内容', { ...body, required: true }),
  },
  writers: [1],
  scope: 'portal',
  headline: 'title',
  columns: ['anchor'],
  order: 'anchor',
  unique: ['anchor'],
  searched: ['content'],
  readAt: (_, { anchor }) => `/home/aboutUs?name=${typeof anchor === 'string' ? anchor : ''}`,
})
