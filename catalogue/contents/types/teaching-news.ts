import { dict, file, richText } from '../../define.ts'
import { defineContent } from '../define.ts'
import {
  articleReasons,
  article,
  articlePages,
  asArticle,
  body,
  byAuthorities,
  openlyAgreed,
  pictures,
} from '../fields.ts'

/** 教研资讯: news of research into teaching (modules.json, teachingNews; docs/decisions/0197). */
export const teachingNews = defineContent({
  name: 'teachingNews',
  title: '教研资讯',
  place: 126,
  desk: 'jyjyzx',
  fields: {
    title: article.title,
    newsKind: dict('类别', 'newsKind', { required: true }),
    cover: file('封面', { accept: pictures }),
    content: richText('正文', { ...body, required: true }),
    ...article.afterText,
  },
  ...byAuthorities,
  ...asArticle,
  columns: ['newsKind'],
  category: 'newsKind',
  cover: 'cover',
  searched: ['tags', 'content'],
  approval: { second: false, chain: openlyAgreed, reasons: articleReasons },
  public: {
    path: '/home/jyFIle/zixun',
    ...articlePages,
    lines: [['newsKind']],
    facts: [],
  },
})
