import { dict, file, personName, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { byAdministrators, pictures, sortNo } from '../fields.ts'

export const goodTeacher = defineContent({
  name: 'goodTeacher',
  title: '名师风采',
  place: 80,
  fields: {
    name: personName('姓名', { required: true }),
    photo: file('照片', { accept: pictures, help: '须经本人同意；没有照片时显示画像' }),
    highLevelKind: dict('类别', 'highLevelKind', { required: true }),
    org: text('单位', { required: true, maxLength: 100 }),
    subject: dict('学科', 'subject'),
    motto: text('教育格言', { maxLength: 100 }),
    introduction: richText('简介', { required: true, maxLength: 5000 }),
    achievements: richText('主要业绩', { maxLength: 5000 }),
    sortNo,
  },
  ...byAdministrators,
  headline: 'name',
  columns: ['highLevelKind', 'org', 'subject', 'sortNo'],
  category: 'highLevelKind',
  cover: 'photo',
  searched: ['org', 'motto', 'introduction', 'achievements'],
  readAt: () => '/home/index',
})
