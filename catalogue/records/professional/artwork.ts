import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/** 文艺作品: one row per work of music, calligraphy, painting, photography or craft. */
export const artwork = defineRecord({
  name: 'artwork',
  title: '文艺作品',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('作品名称', { required: true, maxLength: 100 }),
    artworkKind: dict('作品类别', 'artworkKind', { required: true }),
    finishDate: date('完成时间', { required: true, help: '记不清哪一天的，填当月 1 日' }),
    finishPlace: text('完成地点', { maxLength: 100 }),
    projectRole: dict('本人角色', 'projectRole', {
      required: true,
      excludeItems: ['110', '200', '210', '220', '240', '250', '410', '420', '510', '520'],
    }),
    description: longText('本人工作描述', {
      maxLength: 500,
      help: '与他人合作的，写明本人做了哪一部分；展出、刊登情况也写在这里',
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['artworkKind', 'title'],
        message: '已有同类别、同名的作品，请看是否填重',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.finishDate),
        message: '完成时间不得晚于今天',
        fields: ['finishDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'attachments', text: '缺作品照片或曲谱' },
      { field: 'attachments', text: '缺展出、刊登或演出的证明' },
      { field: 'artworkKind', text: '作品类别不符' },
      { field: 'finishDate', text: '完成时间与证明不一致' },
      { field: 'projectRole', text: '本人角色与署名不一致' },
      { field: 'description', text: '合作作品请写明本人完成的部分' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'artworkKind', 'finishDate', 'projectRole', 'finishPlace'],
      filters: ['artworkKind'],
      order: 'finishDate',
      descending: true,
    },
    form: [
      { title: '作品', fields: ['title', 'artworkKind', 'finishDate', 'finishPlace'] },
      { title: '本人', fields: ['projectRole', 'description'] },
    ],
    summary: ['title', 'artworkKind'],
  },
  statistics: { dimensions: ['artworkKind', 'projectRole'] },
})
