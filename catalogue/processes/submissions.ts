import { bool, dict, file, longText, richText, text, url } from '../define.ts'
import { defineProcess, type Move } from './define.ts'
import { blindEndings } from './file-rules.ts'
import { researchNotice } from './research-notice.ts'
import { recommending, refuses, wayUp, wayUpConditions } from './way-up.ts'

/** What 论文 and 教学案例 have in common: the way up to whoever collects, and what becomes of an entry. */
const parties = {
  author: { label: '作者', is: 'person' },
  school: { label: '单位', is: 'personnelOf' },
  host: { label: '征集单位', is: 'campaignHost' },
} as const

const states = {
  draft: { label: '草稿', heldBy: 'author' },
  recommending,
  accepted: { label: '已收录', heldBy: 'host' },
  awarded: { label: '已评奖', final: 'done' },
  returned: { label: '已退回', heldBy: 'author', opens: ['first'] },
  rejected: { label: '未收录', final: 'failed' },
} as const

type AnyField = 'adminLevel' | 'awardRank'

/** The moves of a submission (life cycle submission of the domain model). */
const moves = [
  ...wayUp('author', '提交'),
  { name: 'accept', label: '收录', from: ['recommending'], to: 'accepted', by: 'holder', when: 'atHost' },
  {
    name: 'award',
    label: '评奖',
    from: ['accepted'],
    to: 'awarded',
    by: 'host',
    asks: ['adminLevel', 'awardRank'],
    effects: ['reviewEnded', 'awardArchived'],
  },
  {
    name: 'revoke',
    label: '撤销获奖',
    from: ['awarded'],
    to: 'rejected',
    by: 'host',
    takesBack: ['awardArchived'],
    ...refuses,
  },
  { name: 'return', label: '退回', from: ['recommending'], to: 'returned', by: 'holder', ...refuses },
  {
    name: 'reject',
    label: '不予收录',
    from: ['recommending'],
    to: 'rejected',
    by: 'holder',
    when: 'atHost',
    ...refuses,
  },
] as const satisfies readonly Move<
  keyof typeof parties,
  keyof typeof states,
  AnyField,
  keyof typeof wayUpConditions,
  'application'
>[]

const campaign = {
  of: researchNotice,
  placeless: ['draft', 'returned', 'rejected'],
  takes: [],
} as const
const reviewed = {
  state: 'accepted',
  granted: ['award'],
  bands: { field: 'awardRank', codes: ['2', '3', '4'] },
} as const
const shared = {
  begins: [{ by: [2], about: 'self' }],
  titled: 'title',
  parties,
  conditions: wayUpConditions,
  states,
} as const
const result = {
  adminLevel: dict('获奖级别', 'adminLevel'),
  awardRank: dict('获奖等级', 'awardRank'),
} as const

/** 论文报送 (modules.json, researchPaper). */
export const researchPaper = defineProcess({
  ...shared,
  name: 'researchPaper',
  campaign: { ...campaign, reviewed: { ...reviewed, rubric: 'paper' } },
  path: 'research/paper',
  title: '论文',
  compared: { title: 'title', text: ['abstract'] },
  beginLabel: '报送论文',
  dueOrder: 11,
  fields: {
    title: text('论文题目', { required: true, maxLength: 200 }),
    coAuthors: text('合作者', { maxLength: 200 }),
    subject: dict('学科', 'subject', { required: true }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    paperKind: dict('论文类别', 'paperKind', { required: true }),
    isPublished: bool('是否已发表', { required: true }),
    abstract: longText('摘要', { required: true, maxLength: 500 }),
    keywords: text('关键词', { required: true, maxLength: 100, help: '3–5 个，分号隔开' }),
    file: file('论文正文', { required: true, accept: ['docx', 'pdf', 'doc'], maxSizeMB: 10 }),
    ...result,
  },
  form: [
    {
      title: '论文',
      fields: [
        'title',
        'coAuthors',
        'subject',
        'schoolStage',
        'paperKind',
        'isPublished',
        'abstract',
        'keywords',
        'file',
      ],
    },
  ],
  judgedBy: ['maySubmitTwo', 'withoutNames'],
  initial: 'draft',
  moves,
  list: {
    columns: ['title', 'subject', 'paperKind', 'awardRank'],
    filters: ['paperKind'],
    between: { title: '单位、征集单位', ends: [['school'], ['host']] },
  },
})

/** 教学案例报送 (modules.json, teachingCase). */
export const teachingCase = defineProcess({
  ...shared,
  name: 'teachingCase',
  campaign: { ...campaign, reviewed: { ...reviewed, rubric: 'teachingCase' } },
  path: 'research/case',
  title: '教学案例',
  compared: { title: 'title', text: ['summary', 'content'] },
  beginLabel: '报送教学案例',
  dueOrder: 12,
  fields: {
    title: text('案例名称', { required: true, maxLength: 200 }),
    caseKind: dict('案例类别', 'caseKind', { required: true }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    grade: dict('年级', 'grade'),
    subject: dict('学科', 'subject', { required: true }),
    textbookEdition: dict('教材版本', 'textbookEdition'),
    summary: longText('案例简介', { required: true, maxLength: 2000 }),
    content: richText('案例正文', { required: true, help: '支持 TeX 公式' }),
    files: file('附件', { multiple: true, accept: [...blindEndings, 'zip'], maxSizeMB: 10, most: 10 }),
    videoUrl: url('视频', { maxLength: 500 }),
    ...result,
  },
  form: [
    {
      title: '案例',
      fields: [
        'title',
        'caseKind',
        'schoolStage',
        'grade',
        'subject',
        'textbookEdition',
        'summary',
        'content',
        'files',
        'videoUrl',
      ],
    },
  ],
  judgedBy: ['withoutNames'],
  initial: 'draft',
  moves,
  list: {
    columns: ['title', 'caseKind', 'subject', 'awardRank'],
    filters: ['caseKind'],
    between: { title: '单位、征集单位', ends: [['school'], ['host']] },
  },
})
