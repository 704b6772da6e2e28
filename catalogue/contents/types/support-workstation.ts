import { area, date, file, lines, personName, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { body, bySupporters, picture, sortNo } from '../fields.ts'

const member = {
  name: personName('姓名', { required: true }),
  unit: text('单位', { required: true, maxLength: 100 }),
  duty: text('分工', { maxLength: 100 }),
}

/** 帮扶工作站: where supporters work together with whom they support. */
export const supportWorkstation = defineContent({
  name: 'supportWorkstation',
  title: '帮扶工作站',
  place: 206,
  desk: 'bfgzz',
  fields: {
    name: text('工作站名称', { required: true, maxLength: 100 }),
    areaCode: area('区划', { required: true }),
    partnerOrg: text('支援单位', { required: true, maxLength: 100 }),
    leader: personName('负责人', { required: true }),
    foundDate: date('成立日期'),
    members: lines('成员', member, { most: 50 }),
    cover: file('形象图', { ...picture, required: true }),
    introduction: richText('简介', { ...body, required: true }),
    address: text('地址', { maxLength: 200 }),
    sortNo,
  },
  ...bySupporters,
  headline: 'name',
  columns: ['partnerOrg', 'leader', 'foundDate'],
  order: 'sortNo',
  prefilled: { areaCode: 'ownArea' },
  cover: 'cover',
  searched: ['partnerOrg', 'leader', 'introduction', 'address'],
  public: {
    path: '/home/dkbf/gongzuozhan',
    look: 'cards',
    lines: [['areaCode'], ['partnerOrg']],
    facts: ['areaCode', { field: 'partnerOrg', label: '支援单位' }, 'leader', 'foundDate', 'address'],
    texts: ['introduction'],
  },
})
