import { area, dict, file, richText, text } from '../../define.ts'
import { centrePath } from '../centres.ts'
import { defineContent } from '../define.ts'
import { body, pictures, sortNo } from '../fields.ts'

export const centrePage = defineContent({
  name: 'centrePage',
  title: '中心页',
  place: 100,
  fields: {
    areaCode: area('所属区域', { required: true, help: '只能是本机构所在的区域或它的下级' }),
    centerKind: dict('页面类别', 'centerKind', { required: true }),
    title: text('标题', { required: true, maxLength: 100 }),
    cover: file('配图', { accept: pictures }),
    content: richText('正文', { ...body, required: true }),
    sortNo,
  },
  writers: [1, 4, 5],
  scope: 'region',
  headline: 'title',
  columns: ['areaCode', 'centerKind', 'sortNo'],
  order: 'sortNo',
  category: 'centerKind',
  cover: 'cover',
  searched: ['content'],
  readAt: centrePath,
})
