import { date, defineRecord, longText, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/** 其他信息: one row per matter that fits nowhere else, kept by the teacher, effective at once. */
export const otherInfo = defineRecord({
  name: 'otherInfo',
  title: '其他信息',
  archive: 'personal',
  owner: 'teacher',
  regime: 'own',
  cardinality: 'many',
  fields: {
    category: text('事项类别', {
      required: true,
      maxLength: 40,
      help: '自己拟一个类别，如“社会兼职”“志愿服务”；同类的写法要一样',
    }),
    title: text('事项名称', { required: true, maxLength: 100 }),
    occurDate: date('发生日期', { help: '持续一段时间的填开始日期' }),
    content: longText('说明', { maxLength: 2000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false },
  rules: {
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.occurDate),
        message: '发生日期不能晚于今天',
        fields: ['occurDate'],
      },
    ],
  },
  pages: {
    list: {
      columns: ['category', 'title', 'occurDate'],
      filters: ['category', 'title', 'occurDate'],
      order: 'occurDate',
      descending: true,
    },
    form: [{ title: '事项', fields: ['category', 'title', 'occurDate', 'content'] }],
    summary: ['category', 'title'],
  },
})
