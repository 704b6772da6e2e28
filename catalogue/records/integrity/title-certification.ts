import { bool, date, defineRecord, dict, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

/**
 * 职称评定: one row per professional title obtained; the highest one bounds the posts the teacher may be
 * appointed to.
 */
export const titleCertification = defineRecord({
  name: 'titleCertification',
  title: '职称评定',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    titleSeries: dict('职称系列', 'titleSeries', { required: true, default: '050' }),
    professionalTitle: dict('职称名称', 'professionalTitle', { required: true, cascadeFrom: 'titleSeries' }),
    titleLevel: dict('职称级别', 'titleLevel', {
      derived: { from: 'professionalTitle', by: 'levelMap' },
      help: '由系统按职称名称判断',
    }),
    titleSubject: dict('评审专业（学科）', 'subject', {
      visibleWhen: is('titleSeries', '010', '020', '030', '040', '050', '410'),
      help: '证书上写了学科的，照证书选',
    }),
    obtainWay: dict('取得方式', 'titleObtainWay', { required: true }),
    obtainDate: date('取得资格日期', { required: true, help: '批文或证书上写的取得资格时间，不是发证时间' }),
    certificateNo: text('资格证书编号', { maxLength: 40, masked: true }),
    issueDate: date('发证日期'),
    reviewUnit: text('评审委员会（认定机构）', { required: true, maxLength: 100 }),
    docNo: text('批准文号', { maxLength: 60 }),
    // Reads titleLevel, which is derived too and therefore has to stand before it.
    isHighest: bool('是否现持有最高职称', {
      derived: { from: 'titleCertification.titleLevel', by: 'isBest', order: 'obtainDate' },
      help: '由系统自动生成；级别相同的，以后取得的为准',
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['professionalTitle'],
        message: '该职称已经登记过，有变化请修改原来那一条',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.obtainDate),
        message: '取得资格日期晚于今天，请核对',
        fields: ['obtainDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.issueDate),
        message: '发证日期晚于今天，请核对',
        fields: ['issueDate'],
      },
      {
        holds: (r) => notBefore(r.issueDate, r.obtainDate),
        message: '发证不会早于取得资格，请核对这两个日期',
        fields: ['issueDate', 'obtainDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }, { level: 'city' }],
    reasons: [
      { field: 'professionalTitle', text: '职称名称与证书不一致' },
      { field: 'titleSeries', text: '职称系列选错' },
      { field: 'obtainDate', text: '取得资格日期与批文不一致' },
      { field: 'certificateNo', text: '证书编号与佐证材料不一致' },
      { field: 'reviewUnit', text: '评审委员会名称须写全称' },
      { field: 'titleSubject', text: '评审学科与证书不一致' },
      { field: 'attachments', text: '缺职称证书或批准文件' },
      { field: 'attachments', text: '证书照片看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: [
        'professionalTitle',
        'titleLevel',
        'titleSubject',
        'obtainWay',
        'obtainDate',
        'reviewUnit',
        'isHighest',
      ],
      filters: ['professionalTitle', 'titleLevel', 'obtainDate', 'isHighest'],
      order: 'obtainDate',
      descending: true,
    },
    form: [
      {
        title: '职称',
        fields: ['titleSeries', 'professionalTitle', 'titleLevel', 'titleSubject', 'isHighest'],
      },
      {
        title: '取得',
        fields: ['obtainWay', 'obtainDate', 'reviewUnit', 'docNo', 'certificateNo', 'issueDate'],
      },
    ],
    summary: ['professionalTitle', 'obtainDate'],
  },
  statistics: { dimensions: ['professionalTitle', 'titleLevel', 'titleSubject', 'obtainWay', 'isHighest'] },
})
