import { dict, file, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { attachments, audience, body, forWhom, pictures, tags } from '../fields.ts'

export const trainingNews = defineContent({
  name: 'trainingNews',
  title: '培训动态',
  place: 30,
  fields: {
    title: text('标题', { required: true, maxLength: 200 }),
    newsKind: dict('类别', 'newsKind', { required: true }),
    cover: file('封面', { accept: pictures }),
    content: richText('正文', { ...body, required: true }),
    files: attachments,
    tags,
    ...forWhom,
  },
  writers: [1, 3, 4, 5, 6],
  scope: 'region',
  headline: 'title',
  columns: ['newsKind'],
  order: 'newest',
  category: 'newsKind',
  audience,
  cover: 'cover',
  searched: ['tags', 'content'],
  pinnable: true,
  approval: { second: false, chain: [] },
  public: {
    path: '/home/messageData/hdongtai',
    one: '/home/messageData/soyDongtaiDetail',
    look: 'list',
    lines: [['newsKind']],
    facts: [],
    texts: ['content'],
    tags: 'tags',
    navigation: true,
    feed: true,
  },
})
