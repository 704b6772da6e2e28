import { date, defineRecord, dict, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/**
 * A number without what people write around it: 'ZL 2020 1 0123456.7' and '202010123456.7' are the same
 * patent.
 */
const bare = (number: unknown): string =>
  typeof number === 'string'
    ? number.normalize('NFKC').toUpperCase().replace(/\s/g, '').replace(/^ZL/, '')
    : ''

/** 专利或软件著作权: one row per patent granted or software copyright registered. */
export const patent = defineRecord({
  name: 'patent',
  title: '专利或软件著作权',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('名称', { required: true, maxLength: 100, help: '与证书一致；软件写全称和版本号' }),
    patentKind: dict('类型', 'patentKind', { required: true }),
    patentNo: text('专利号（登记号）', {
      required: true,
      maxLength: 40,
      help: '专利填证书上 ZL 开头的专利号，软件填登记号（如 2020SR0000000），不填证书号',
    }),
    approveDate: date('批准（登记）日期', { required: true, help: '专利填授权公告日，软件填发证日期' }),
    projectRole: dict('本人角色', 'projectRole', {
      required: true,
      excludeItems: ['110', '120', '130', '200', '210', '220', '230', '240', '250', '410', '420'],
    }),
    awardPosition: dict('本人排名', 'awardPosition', {
      required: true,
      help: '按证书上发明人（著作权人）的次序',
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'among',
        types: ['patent'],
        // Not `unique`: the same number is written with and without ZL and blanks.
        holds: (row, siblings) =>
          row.patentNo === null ||
          !siblings('patent').some((other) => bare(other['patentNo']) === bare(row.patentNo)),
        message: '已有该专利号（登记号），请修改原记录',
        fields: ['patentNo'],
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.approveDate),
        message: '批准（登记）日期不得晚于今天，拿到证书再填',
        fields: ['approveDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'attachments', text: '缺专利证书或登记证书' },
      { field: 'attachments', text: '只有受理通知书，授权后再填' },
      { field: 'patentNo', text: '专利号（登记号）与证书不一致' },
      { field: 'title', text: '名称与证书不一致' },
      { field: 'approveDate', text: '批准（登记）日期与证书不一致' },
      { field: 'awardPosition', text: '本人排名与证书不一致' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'patentKind', 'patentNo', 'approveDate', 'awardPosition'],
      filters: ['patentKind'],
      order: 'approveDate',
      descending: true,
    },
    form: [
      { title: '证书', fields: ['title', 'patentKind', 'patentNo', 'approveDate'] },
      { title: '本人', fields: ['projectRole', 'awardPosition'] },
    ],
    summary: ['title', 'patentKind'],
  },
  statistics: { dimensions: ['patentKind', 'projectRole', 'awardPosition'] },
})
