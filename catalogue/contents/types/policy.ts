import { area, date, dict, richText, text } from '../../define.ts'
import { is } from '../../rules/condition.ts'
import { defineContent } from '../define.ts'
import { attachments, audience, body, confirmBy, forWhom, tags } from '../fields.ts'

export const policy = defineContent({
  name: 'policy',
  title: '政策文件',
  place: 10,
  fields: {
    title: text('标题', { required: true, maxLength: 200 }),
    policyKind: dict('类别', 'policyKind', { required: true }),
    docNo: text('文号', { maxLength: 60 }),
    issuer: text('发文机关', { required: true, maxLength: 100 }),
    issueDate: date('发文日期', { required: true }),
    areaCode: area('适用区域', { required: true, help: '只能是本机构所在的区域或它的下级' }),
    content: richText('正文', body),
    files: attachments,
    tags,
    ...forWhom,
    confirmBy,
  },
  writers: [1, 4, 5, 6],
  scope: 'region',
  headline: 'title',
  columns: ['policyKind', 'docNo', 'issuer', 'issueDate'],
  order: 'newest',
  category: 'policyKind',
  audience,
  confirms: 'confirmBy',
  searched: ['docNo', 'issuer', 'tags', 'content'],
  pinnable: true,
  approval: { second: true, chain: [{ level: 'city', when: is('visibility', '2') }] },
  public: {
    path: '/home/messageData/policy',
    one: '/home/messageData/messageDetail?type=policy',
    look: 'list',
    lines: [['policyKind', 'docNo']],
    by: 'issuer',
    facts: ['policyKind', 'docNo', 'issuer', 'issueDate', 'areaCode'],
    texts: ['content'],
    tags: 'tags',
    navigation: true,
    feed: true,
  },
})
