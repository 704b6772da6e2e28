import { decimal, dict, file, longText, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { body, byEveryOffice, picture, schoolsToSignedIn, tags, visibility } from '../fields.ts'

export const course = defineContent({
  name: 'course',
  title: '研修课程',
  place: 150,
  fields: {
    title: text('课程名称', { required: true, maxLength: 100 }),
    courseLevel: dict('课程等级', 'courseLevel'),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    subject: dict('学科', 'subject', { required: true }),
    lecturer: text('主讲人', { required: true, maxLength: 100 }),
    lecturerUnit: text('主讲人单位', { maxLength: 100 }),
    hours: decimal('学时', { min: 0, max: 500, precision: 1 }),
    cover: file('封面', { ...picture, required: true }),
    tags,
    introduction: richText('课程简介', { ...body, required: true }),
    lessons: longText('课时', { maxLength: 5_000, help: '每行一个课时的名称' }),
    visibility,
  },
  ...byEveryOffice,
  prefilled: schoolsToSignedIn,
  headline: 'title',
  columns: ['schoolStage', 'subject', 'lecturer'],
  order: 'newest',
  category: 'courseLevel',
  filters: ['schoolStage', 'subject'],
  cover: 'cover',
  searched: ['lecturer', 'lecturerUnit', 'tags', 'introduction', 'lessons'],
  audience: { visibility: 'visibility' },
  pinnable: true,
  public: {
    path: '/home/jyFIle/yx3Kecheng',
    look: 'cards',
    lines: [
      ['schoolStage', 'subject', { field: 'hours', unit: '学时' }],
      ['lecturer', 'lecturerUnit'],
    ],
    facts: [
      'lecturer',
      { field: 'lecturerUnit', label: '单位' },
      'courseLevel',
      'schoolStage',
      'subject',
      { field: 'hours', unit: '学时' },
    ],
    texts: ['introduction'],
    listed: ['lessons'],
    tags: 'tags',
    navigation: true,
  },
})
