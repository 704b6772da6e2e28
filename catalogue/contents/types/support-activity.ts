import { date, file, integer, richText, text } from '../../define.ts'
import { defineContent } from '../define.ts'
import { body, bySupporters, picture, pictures, supportKind, supportedArea, tags } from '../fields.ts'

/** 帮扶特色活动. */
export const supportActivity = defineContent({
  name: 'supportActivity',
  title: '特色活动',
  place: 205,
  desk: 'bftshd',
  fields: {
    title: text('标题', { required: true, maxLength: 200 }),
    supportKind,
    areaCode: supportedArea,
    activityDate: date('活动日期', { required: true }),
    place: text('地点', { maxLength: 100 }),
    partnerOrg: text('帮扶（结对）单位', { required: true, maxLength: 100 }),
    participantCount: integer('参与人数', { min: 0, max: 99_999 }),
    cover: file('封面', { ...picture, required: true }),
    content: richText('活动内容', { ...body, required: true }),
    photos: file('照片', { multiple: true, accept: pictures, maxSizeMB: 20 }),
    tags,
  },
  ...bySupporters,
  headline: 'title',
  columns: ['activityDate', 'partnerOrg', 'participantCount', 'supportKind'],
  order: 'newest',
  category: 'supportKind',
  cover: 'cover',
  searched: ['partnerOrg', 'place', 'tags', 'content'],
  pinnable: true,
  public: {
    path: '/home/dkbf/huodong',
    look: 'cards',
    lines: [['activityDate', 'supportKind'], ['partnerOrg']],
    facts: [
      'activityDate',
      'place',
      { field: 'partnerOrg', label: '结对单位' },
      { field: 'participantCount', unit: '人' },
      'supportKind',
    ],
    texts: ['content'],
    tags: 'tags',
  },
})
