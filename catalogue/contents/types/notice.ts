import { dict, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { attachments, audience, body, confirmBy, forWhom, tags } from '../fields.ts'

export const notice = defineContent({
  name: 'notice',
  title: '通知公告',
  place: 20,
  fields: {
    title: text('标题', { required: true, maxLength: 200 }),
    noticeKind: dict('类别', 'noticeKind', { required: true }),
    content: richText('正文', { ...body, required: true }),
    files: attachments,
    tags,
    ...forWhom,
    confirmBy,
  },
  writers: [1, 3, 4, 5, 6],
  scope: 'region',
  headline: 'title',
  columns: ['noticeKind', 'visibility'],
  order: 'newest',
  category: 'noticeKind',
  audience,
  confirms: 'confirmBy',
  searched: ['tags', 'content'],
  pinnable: true,
  approval: { second: false, chain: [] },
  public: {
    path: '/home/messageData/news',
    one: '/home/messageData/messageDetail?type=notice',
    look: 'list',
    lines: [['noticeKind']],
    facts: [],
    texts: ['content'],
    tags: 'tags',
    navigation: true,
    feed: true,
  },
})
