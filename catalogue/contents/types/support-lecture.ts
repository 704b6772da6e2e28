import { dateTime, file, personName, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { address, body, bySupporters, picture, supportKind, supportedArea, tags } from '../fields.ts'

/** 帮扶名师讲坛. */
export const supportLecture = defineContent({
  name: 'supportLecture',
  title: '名师讲坛',
  place: 203,
  desk: 'bfmssj',
  fields: {
    title: text('标题', { required: true, maxLength: 200 }),
    supportKind,
    areaCode: supportedArea,
    lecturer: personName('名师姓名', { required: true }),
    lecturerTitle: text('职称（头衔）', { maxLength: 100 }),
    lecturerUnit: text('单位', { required: true, maxLength: 100 }),
    photo: file('照片', { ...picture, required: true }),
    lectureTime: dateTime('讲座时间'),
    videoUrl: text('讲座视频', address),
    content: richText('讲座内容', { ...body, required: true }),
    tags,
  },
  ...bySupporters,
  headline: 'title',
  columns: ['lecturer', 'lecturerUnit', 'lectureTime'],
  order: 'newest',
  category: 'supportKind',
  cover: 'photo',
  searched: ['lecturer', 'lecturerUnit', 'tags', 'content'],
  addresses: ['videoUrl'],
  pinnable: true,
  public: {
    path: '/home/dkbf/jiangtan',
    look: 'cards',
    lines: [['lecturer', 'lecturerTitle'], ['lecturerUnit']],
    facts: ['lecturer', 'lecturerTitle', 'lecturerUnit', 'lectureTime', 'supportKind'],
    texts: ['content'],
    tags: 'tags',
    opens: [{ field: 'videoUrl', label: '看讲座视频' }],
  },
})
