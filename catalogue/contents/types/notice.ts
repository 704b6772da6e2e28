import { dict, richText } from '../../define.ts'
import { defineContent } from '../define.ts'
import {
  articleReasons,
  article,
  articlePages,
  asArticle,
  body,
  byEveryOffice,
  confirmBy,
  openlyAgreed,
} from '../fields.ts'

export const notice = defineContent({
  name: 'notice',
  title: '通知公告',
  place: 20,
  fields: {
    title: article.title,
    noticeKind: dict('类别', 'noticeKind', { required: true }),
    content: richText('正文', { ...body, required: true }),
    ...article.afterText,
    confirmBy,
  },
  ...byEveryOffice,
  ...asArticle,
  columns: ['noticeKind', 'visibility'],
  category: 'noticeKind',
  confirms: 'confirmBy',
  searched: ['tags', 'content'],
  approval: { second: false, chain: openlyAgreed, reasons: articleReasons },
  public: {
    path: '/home/messageData/news',
    one: '/home/messageData/messageDetail?type=notice',
    ...articlePages,
    lines: [['noticeKind']],
    facts: [],
  },
})
