import { dict, file, richText } from '../../define.ts'
import { defineContent } from '../define.ts'
import {
  articleReasons,
  article,
  articlePages,
  asArticle,
  body,
  byEveryOffice,
  openlyAgreed,
  pictures,
} from '../fields.ts'

export const trainingNews = defineContent({
  name: 'trainingNews',
  title: '培训动态',
  place: 30,
  fields: {
    title: article.title,
    newsKind: dict('类别', 'newsKind', { required: true }),
    cover: file('封面', { accept: pictures }),
    content: richText('正文', { ...body, required: true }),
    ...article.afterText,
  },
  ...byEveryOffice,
  ...asArticle,
  columns: ['newsKind'],
  category: 'newsKind',
  cover: 'cover',
  searched: ['tags', 'content'],
  approval: { second: false, chain: openlyAgreed, reasons: articleReasons },
  public: {
    path: '/home/messageData/hdongtai',
    one: '/home/messageData/soyDongtaiDetail',
    ...articlePages,
    lines: [['newsKind']],
    facts: [],
  },
})
