import { area, date, dict, file, richText, text } from '../define.ts'
import { attachable } from '../kinds/file-types.ts'
import { audience, confirmBy, forWhom, tags } from './audience.ts'
import { is } from '../rules/condition.ts'
import { defineContent } from './define.ts'

const body = { maxLength: 20_000, help: '可用标题、列表、表格、图片和公式；可以从 Word、WPS 粘贴' } as const
const attachments = file('附件', { multiple: true, accept: attachable })
const pictures = ['jpg', 'jpeg', 'png'] as const

export const policy = defineContent({
  name: 'policy',
  title: '政策文件',
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
})

export const notice = defineContent({
  name: 'notice',
  title: '通知公告',
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
})

export const trainingNews = defineContent({
  name: 'trainingNews',
  title: '培训动态',
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
})
