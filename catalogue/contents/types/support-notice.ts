import { dict, file, richText } from '../../define.ts'
import { attachable } from '../../kinds/file-types.ts'
import { defineContent } from '../define.ts'
import { article, body, bySupporters, supportKind, supportedArea, tags } from '../fields.ts'

/** 帮扶公告信息. */
export const supportNotice = defineContent({
  name: 'supportNotice',
  title: '帮扶公告',
  place: 201,
  desk: 'bfggxx',
  fields: {
    title: article.title,
    noticeKind: dict('类别', 'noticeKind', { required: true }),
    supportKind,
    areaCode: supportedArea,
    content: richText('正文', { ...body, required: true }),
    files: file('附件', { multiple: true, accept: attachable }),
    tags,
  },
  ...bySupporters,
  headline: 'title',
  columns: ['noticeKind', 'supportKind'],
  order: 'newest',
  category: 'noticeKind',
  filters: ['supportKind'],
  searched: ['tags', 'content'],
  pinnable: true,
  public: {
    look: 'list',
    texts: ['content'],
    tags: 'tags',
    feed: true,
    path: '/home/dkbf/gonggao',
    lines: [['noticeKind', 'supportKind']],
    facts: ['noticeKind', 'supportKind'],
  },
})
