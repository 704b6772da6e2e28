import { dict, file, personName, richText, text } from '../../define.ts'
import { attachable } from '../../kinds/file-types.ts'
import { defineContent } from '../define.ts'
import { address, body, bySupporters, picture, supportKind, supportedArea, tags } from '../fields.ts'

/** 帮扶课例: a lesson that a supporting teacher gave or shares. */
export const supportLesson = defineContent({
  name: 'supportLesson',
  title: '帮扶课例',
  place: 202,
  desk: 'bfkl',
  fields: {
    title: text('标题', { required: true, maxLength: 200 }),
    supportKind,
    areaCode: supportedArea,
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    grade: dict('年级', 'grade'),
    subject: dict('学科', 'subject', { required: true }),
    teacherName: personName('授课教师', { required: true }),
    teacherUnit: text('教师单位', { required: true, maxLength: 100 }),
    videoUrl: text('课例视频', { ...address, required: true }),
    cover: file('封面', { ...picture, required: true }),
    design: richText('教学设计', body),
    files: file('课件资料', { multiple: true, accept: attachable }),
    tags,
  },
  ...bySupporters,
  headline: 'title',
  columns: ['schoolStage', 'subject', 'teacherName', 'teacherUnit'],
  order: 'newest',
  category: 'schoolStage',
  filters: ['subject', 'supportKind'],
  cover: 'cover',
  searched: ['teacherName', 'teacherUnit', 'tags', 'design'],
  addresses: ['videoUrl'],
  pinnable: true,
  public: {
    path: '/home/dkbf/keli',
    look: 'cards',
    lines: [
      ['schoolStage', 'subject'],
      ['teacherName', 'teacherUnit'],
    ],
    facts: [
      'teacherName',
      { field: 'teacherUnit', label: '单位' },
      'schoolStage',
      'grade',
      'subject',
      'supportKind',
    ],
    texts: ['design'],
    tags: 'tags',
    opens: [{ field: 'videoUrl', label: '看课例视频' }],
  },
})
