import { date, dict, file, personName, richText, text } from '../../define.ts'
import { notBefore } from '../../rules/compare.ts'
import { defineContent } from '../define.ts'
import { body, bySupporters, pictures, sortNo } from '../fields.ts'

/** 帮扶专家顾问. */
export const supportAdviser = defineContent({
  name: 'supportAdviser',
  title: '专家顾问',
  place: 204,
  desk: 'bszjgw',
  fields: {
    name: personName('姓名', { required: true }),
    gender: dict('性别', 'gender'),
    photo: file('照片', { required: true, accept: pictures, help: '须经本人同意' }),
    unitAndDuty: text('单位及职务', { required: true, maxLength: 100 }),
    professionalTitle: dict('职称', 'professionalTitle'),
    field: text('专长领域', { required: true, maxLength: 100 }),
    introduction: richText('简介', { ...body, required: true }),
    appointStart: date('聘期起'),
    appointEnd: date('聘期止'),
    sortNo,
  },
  ...bySupporters,
  headline: 'name',
  columns: ['unitAndDuty', 'professionalTitle', 'field', 'appointEnd'],
  order: 'sortNo',
  cover: 'photo',
  searched: ['unitAndDuty', 'field', 'introduction'],
  checks: [
    {
      holds: ({ appointStart, appointEnd }) => notBefore(appointEnd, appointStart),
      message: '聘期止不得早于聘期起',
      fields: ['appointEnd', 'appointStart'],
    },
  ],
  public: {
    path: '/home/dkbf/guwen',
    look: 'cards',
    lines: [['unitAndDuty'], ['field']],
    facts: [
      { field: 'unitAndDuty', label: '单位及职务' },
      'professionalTitle',
      'field',
      { field: 'appointStart', label: '聘期', until: 'appointEnd' },
    ],
    texts: ['introduction'],
  },
})
