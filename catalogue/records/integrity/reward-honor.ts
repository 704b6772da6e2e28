import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const byNation = ['10', '21', '22']
const byProvince = ['23', '31', '32']
/** Levels that can have granted a title, for titles that only one level grants. */
const grantedBy: Readonly<Record<string, readonly string[]>> = {
  '02': byNation,
  '03': byNation,
  '04': byNation,
  '05': byNation,
  '06': byProvince,
  '07': byProvince,
  '08': byProvince,
}

/**
 * 奖励与荣誉: one row per honour or award granted to the teacher; from provincial level on the city reviews
 * it too.
 */
export const rewardHonor = defineRecord({
  name: 'rewardHonor',
  title: '奖励与荣誉',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    honorTitle: dict('荣誉称号', 'honorTitle', {
      required: true,
      help: '列表中没有的选“其他”，名称写在下一项',
    }),
    honorName: text('荣誉（奖励）全称', { required: true, maxLength: 100, help: '照证书写，含届次、年度' }),
    awardCategory: dict('获奖类别', 'awardCategory', { required: true }),
    adminLevel: dict('荣誉级别', 'adminLevel', { required: true, help: '按证书上盖章单位的级别选' }),
    awardRank: dict('奖励等级', 'awardRank', { default: '6' }),
    awardWay: dict('奖励方式', 'awardWay'),
    awardDate: date('荣誉发生日期', { required: true, help: '证书落款日期；只有年月的，日填 01' }),
    awardUnit: text('荣誉授予单位名称', {
      required: true,
      maxLength: 100,
      help: '几个单位联合授予的，写第一个',
    }),
    docNo: text('文号', { maxLength: 60 }),
    certificateNo: text('证书编号', { maxLength: 40 }),
    description: longText('荣誉记录描述', { maxLength: 500 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['honorTitle', 'honorName', 'awardDate'],
        message: '该荣誉已经登记过（称号、全称、日期都相同）',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.awardDate),
        message: '荣誉发生日期晚于今天，请核对',
        fields: ['awardDate'],
      },
      {
        holds: (r) =>
          r.adminLevel === null || (grantedBy[r.honorTitle ?? ''] ?? [r.adminLevel]).includes(r.adminLevel),
        message: '所选荣誉称号由国家或省授予，与荣誉级别对不上，请照证书核对',
        fields: ['adminLevel', 'honorTitle'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [
      { level: 'school' },
      { level: 'area' },
      { level: 'city', when: is('adminLevel', '10', '20', '21', '22', '23', '30', '31', '32', '33', '70') },
    ],
    reasons: [
      { field: 'honorName', text: '荣誉全称与证书不一致' },
      { field: 'adminLevel', text: '荣誉级别与授予单位不符' },
      { field: 'awardDate', text: '日期与证书落款不一致' },
      { field: 'awardUnit', text: '授予单位须写证书盖章单位的全称' },
      { field: 'honorTitle', text: '集体荣誉不在个人名下登记' },
      { field: 'attachments', text: '缺荣誉证书或表彰文件' },
      { field: 'attachments', text: '证书照片看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: ['honorTitle', 'honorName', 'adminLevel', 'awardRank', 'awardDate', 'awardUnit'],
      filters: ['honorTitle', 'awardCategory', 'adminLevel', 'awardDate'],
      order: 'awardDate',
      descending: true,
    },
    form: [
      {
        title: '荣誉',
        fields: ['honorTitle', 'honorName', 'awardCategory', 'adminLevel', 'awardRank', 'awardWay'],
      },
      { title: '授予', fields: ['awardUnit', 'awardDate', 'docNo', 'certificateNo', 'description'] },
    ],
    summary: ['honorName', 'awardDate'],
  },
  statistics: { dimensions: ['honorTitle', 'awardCategory', 'adminLevel', 'awardRank'] },
})
