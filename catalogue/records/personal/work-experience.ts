import { bool, defineRecord, dict, longText, month, personName, phone, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { noOverlap } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'

/** 工作经历: one row per stretch of work in one unit and post, from the first job on. */
export const workExperience = defineRecord({
  name: 'workExperience',
  title: '工作经历',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'some',
  fields: {
    unitName: text('任职单位名称', { required: true, maxLength: 100, help: '写当时的单位全称' }),
    startMonth: month('任职开始年月', { required: true }),
    endMonth: month('任职结束年月', { help: '还在这里任职的留空' }),
    unitNature: dict('单位性质类别', 'unitNature', {
      required: true,
      help: '中小学、幼儿园选“其他教育单位”',
    }),
    position: text('任职岗位（职务）', { required: true, maxLength: 100 }),
    isTeaching: bool('是否从事教育教学', { required: true }),
    isRural: bool('是否乡村任职', { help: '任职单位在乡镇或村的选“是”' }),
    urbanRural: dict('任职地城乡分类', 'urbanRural'),
    witness: personName('证明人'),
    witnessPhone: phone('证明人电话', { sealed: true, masked: true }),
    description: longText('工作内容', { maxLength: 500 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false },
  rules: {
    constraints: [
      {
        form: 'oneOpen',
        from: 'startMonth',
        to: 'endMonth',
        message: '已有一段没有结束的工作经历，而且开始得不比这一段早；请给其中先结束的一段填上任职结束年月',
      },
      noOverlap(
        'workExperience',
        'startMonth',
        'endMonth',
        {
          message: '这一段与本人另一段工作经历有一个月以上同时任职，请核对起止年月；确为兼职、借调的请说明',
          level: 'warning',
        },
        1,
      ),
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endMonth, r.startMonth),
        message: '任职结束年月不能在任职开始年月之前',
        fields: ['endMonth', 'startMonth'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.startMonth),
        message: '任职开始年月晚于今天，请核对',
        fields: ['startMonth'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.endMonth),
        message: '任职结束年月晚于今天；在任的请留空',
        fields: ['endMonth'],
      },
      {
        holds: (r) => r.isRural !== true || (r.urbanRural !== '111' && r.urbanRural !== '112'),
        message: '任职地选了城区，“是否乡村任职”却选了“是”，请核对',
        fields: ['isRural', 'urbanRural'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'startMonth', text: '任职起止年月与人事档案不一致' },
      { field: 'startMonth', text: '与前一段工作经历之间有空档，请补填或说明' },
      { field: 'unitName', text: '单位名称要写当时的全称' },
      { field: 'position', text: '任职岗位与任职文件不一致' },
      { field: 'isRural', text: '学校所在地不属于乡村' },
      { field: 'attachments', text: '缺任职证明或工资关系材料' },
    ],
  },
  pages: {
    list: {
      columns: ['unitName', 'position', 'startMonth', 'endMonth', 'unitNature', 'isTeaching', 'isRural'],
      filters: ['unitName', 'unitNature', 'isTeaching', 'isRural'],
      order: 'startMonth',
      descending: true,
    },
    form: [
      {
        title: '任职',
        fields: ['unitName', 'unitNature', 'position', 'startMonth', 'endMonth', 'isTeaching', 'description'],
      },
      { title: '任职地', fields: ['isRural', 'urbanRural'] },
      { title: '证明人', fields: ['witness', 'witnessPhone'] },
    ],
    summary: ['unitName', 'position'],
  },
  spreadsheet: { key: ['unitName', 'startMonth'] },
  statistics: { dimensions: ['unitNature', 'isTeaching', 'isRural'] },
})
