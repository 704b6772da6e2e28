import { decimal, dict, file, longText, richText, text } from '../../define.ts'
import { attachable } from '../../kinds/file-types.ts'
import { defineContent } from '../define.ts'
import { address, body, byAuthorities, tags, visibility } from '../fields.ts'

/** 课程资源: a course that timetables of training projects name (training.md, 3.1). */
export const trainingCourse = defineContent({
  name: 'trainingCourse',
  title: '培训课程',
  place: 32,
  desk: 'xqkczy',
  fields: {
    title: text('课程名称', { required: true, maxLength: 100 }),
    trainingWay: dict('培训方式', 'trainingWay', { required: true }),
    schoolStage: dict('学段', 'schoolStage', { multiple: true }),
    subject: dict('学科', 'subject', { multiple: true }),
    lecturer: text('主讲人', { required: true, maxLength: 100 }),
    lecturerUnit: text('主讲人单位', { maxLength: 100 }),
    hours: decimal('学时', { required: true, min: 0, max: 500, precision: 1 }),
    introduction: richText('课程简介', { ...body, required: true }),
    outline: longText('课程提纲', { maxLength: 5_000, help: '每行一讲' }),
    materials: file('课程资料', { multiple: true, maxSizeMB: 50, accept: attachable }),
    link: text('线上课程地址', address),
    tags,
    visibility,
  },
  ...byAuthorities,
  headline: 'title',
  columns: ['lecturer', 'hours', 'trainingWay', 'subject'],
  order: 'newest',
  category: 'trainingWay',
  filters: ['schoolStage', 'subject'],
  searched: ['lecturer', 'lecturerUnit', 'tags', 'introduction', 'outline'],
  addresses: ['link'],
  audience: { visibility: 'visibility' },
  prefilled: { visibility: { area: '1', city: '1', province: '1' } },
  public: {
    path: '/home/messageData/peixunKecheng',
    look: 'list',
    lines: [
      ['trainingWay', { field: 'hours', unit: '学时' }],
      ['lecturer', 'lecturerUnit'],
    ],
    facts: [
      'lecturer',
      { field: 'lecturerUnit', label: '单位' },
      'trainingWay',
      'schoolStage',
      'subject',
      { field: 'hours', unit: '学时' },
    ],
    texts: ['introduction'],
    listed: ['outline'],
    tags: 'tags',
    opens: [{ field: 'link', label: '打开线上课程' }],
  },
})
