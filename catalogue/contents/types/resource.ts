import { bool, dict, file, richText, text } from '../../define.ts'
import { attachable } from '../../kinds/file-types.ts'
import { is } from '../../rules/condition.ts'
import { defineContent } from '../define.ts'
import { byEveryOffice, cardReasons, picture } from '../fields.ts'

export const resource = defineContent({
  name: 'resource',
  title: '资源',
  place: 170,
  fields: {
    title: text('资源名称', { required: true, maxLength: 200 }),
    resourceKind: dict('资源类别', 'resourceKind', { required: true }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    grade: dict('年级', 'grade'),
    semester: dict('册次（学期）', 'semester'),
    subject: dict('学科', 'subject', { required: true }),
    textbookEdition: dict('教材版本', 'textbookEdition'),
    chapter: text('章节', { maxLength: 100 }),
    author: text('作者', { required: true, maxLength: 30 }),
    org: text('单位', { maxLength: 100 }),
    shareScope: dict('共享范围', 'shareScope', {
      required: true,
      default: '1',
      help: '“公开”的不登录也能下载；学校选它的，送上级教育局同意后发布',
    }),
    file: file('资源文件', { required: true, accept: attachable }),
    cover: file('封面', picture),
    keywords: text('关键词', { maxLength: 100 }),
    description: richText('简介', { maxLength: 2_000 }),
    isOriginal: bool('是否原创', { required: true, default: true }),
    sourceNote: text('来源说明', { maxLength: 100, help: '不是原创时写明来源' }),
  },
  ...byEveryOffice,
  headline: 'title',
  columns: ['resourceKind', 'schoolStage', 'subject', 'author'],
  order: 'newest',
  category: 'resourceKind',
  filters: ['schoolStage', 'subject', 'grade', 'textbookEdition'],
  cover: 'cover',
  searched: ['author', 'org', 'keywords', 'description'],
  sharing: 'shareScope',
  approval: {
    second: false,
    chain: [{ level: 'area', when: is('shareScope', '9') }],
    reasons: cardReasons,
  },
  pinnable: true,
  public: {
    title: '资源云',
    path: '/home/resourcesCloud',
    look: 'cards',
    lines: [
      ['resourceKind', 'schoolStage', 'subject'],
      ['author', 'org'],
    ],
    facts: [
      'author',
      'org',
      { field: 'resourceKind', label: '类别' },
      'schoolStage',
      'grade',
      'subject',
      'textbookEdition',
      'chapter',
      { field: 'sourceNote', label: '来源' },
    ],
    texts: ['description'],
    tags: 'keywords',
    opens: [{ field: 'file', label: '下载' }],
    navigation: true,
  },
})
