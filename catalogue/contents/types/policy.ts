import { area, date, dict, richText, text } from '../../define.ts'
import { is } from '../../rules/condition.ts'
import { defineContent } from '../define.ts'
import {
  articleReasons,
  article,
  articlePages,
  asArticle,
  body,
  byAuthorities,
  confirmBy,
} from '../fields.ts'

export const policy = defineContent({
  name: 'policy',
  title: '政策文件',
  place: 10,
  fields: {
    title: article.title,
    policyKind: dict('类别', 'policyKind', { required: true }),
    docNo: text('文号', { maxLength: 60 }),
    issuer: text('发文机关', { required: true, maxLength: 100 }),
    issueDate: date('发文日期', { required: true }),
    areaCode: area('适用区域', { required: true, help: '只能是本机构所在的区域或它的下级' }),
    content: richText('正文', body),
    ...article.afterText,
    confirmBy,
  },
  ...byAuthorities,
  ...asArticle,
  reserved: { ...asArticle.reserved, policyKind: { 1: 'province', 2: 'province', 3: 'city' } },
  prefilled: { issuer: 'institution', issueDate: 'today', areaCode: 'ownArea' },
  columns: ['policyKind', 'docNo', 'issuer', 'issueDate'],
  category: 'policyKind',
  confirms: 'confirmBy',
  searched: ['docNo', 'issuer', 'tags', 'content'],
  approval: {
    second: true,
    chain: [{ level: 'city', when: is('visibility', '2') }],
    reasons: ['文号有误', '缺盖章件', '适用区域不对', ...articleReasons],
  },
  public: {
    path: '/home/messageData/policy',
    one: '/home/messageData/messageDetail?type=policy',
    ...articlePages,
    lines: [['policyKind', 'docNo']],
    by: 'issuer',
    facts: ['policyKind', 'docNo', 'issuer', 'issueDate', 'areaCode'],
  },
})
