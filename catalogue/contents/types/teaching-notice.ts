import { dict, richText } from '../../define.ts'
import { defineContent } from '../define.ts'
import {
  articleReasons,
  article,
  articlePages,
  asArticle,
  body,
  byAuthorities,
  confirmBy,
  openlyAgreed,
} from '../fields.ts'

/** 教研通知: what authorities announce about research into teaching (docs/decisions/0197). */
export const teachingNotice = defineContent({
  name: 'teachingNotice',
  title: '教研通知',
  place: 125,
  desk: 'jytzgg',
  fields: {
    title: article.title,
    noticeKind: dict('类别', 'noticeKind', { required: true }),
    content: richText('正文', { ...body, required: true }),
    ...article.afterText,
    confirmBy,
  },
  ...byAuthorities,
  ...asArticle,
  columns: ['noticeKind', 'visibility'],
  category: 'noticeKind',
  confirms: 'confirmBy',
  searched: ['tags', 'content'],
  approval: { second: false, chain: openlyAgreed, reasons: articleReasons },
  public: {
    path: '/home/jyFIle/tongzhi',
    ...articlePages,
    lines: [['noticeKind']],
    facts: [],
  },
})
