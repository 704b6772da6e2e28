import { date, defineRecord, dict, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/**
 * 技能证书: one row per certificate of a skill; teacher qualifications and language tests have types of their
 * own.
 */
export const skillCertificate = defineRecord({
  name: 'skillCertificate',
  title: '技能证书',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    certificateType: dict('证书类型', 'skillCertificateType', {
      required: true,
      help: '教师资格证、普通话和外语证书不在这里填',
    }),
    certificateName: text('证书名称', { required: true, maxLength: 100, help: '写证书上的全称' }),
    skillLevel: text('技能等级（程度）', { maxLength: 30, help: '照证书写，如“二级”“中级工”' }),
    certificateNo: text('证书编号', {
      required: true,
      maxLength: 40,
      masked: true,
      help: '没有编号的填批准文号',
    }),
    issueDate: date('发证日期', { required: true }),
    validUntil: date('有效期至', { expires: 'each', help: '长期有效的不填' }),
    issuer: text('发证单位', { required: true, maxLength: 100 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['certificateType', 'certificateNo'],
        message: '该编号的同类证书已经登记过',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.issueDate),
        message: '发证日期晚于今天，请核对',
        fields: ['issueDate'],
      },
      {
        holds: (r) => notBefore(r.validUntil, r.issueDate),
        message: '有效期早于发证日期，请核对',
        fields: ['validUntil', 'issueDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'certificateName', text: '证书名称须写证书上的全称' },
      { field: 'certificateType', text: '证书类型选错' },
      { field: 'certificateNo', text: '证书编号与佐证材料不一致' },
      { field: 'skillLevel', text: '等级与证书不一致' },
      { field: 'validUntil', text: '证书已过有效期' },
      { field: 'attachments', text: '证书照片看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: ['certificateType', 'certificateName', 'skillLevel', 'issueDate', 'validUntil', 'issuer'],
      filters: ['certificateType'],
      order: 'issueDate',
      descending: true,
    },
    form: [
      { title: '证书', fields: ['certificateType', 'certificateName', 'skillLevel', 'certificateNo'] },
      { title: '发证', fields: ['issuer', 'issueDate', 'validUntil'] },
    ],
    summary: ['certificateName', 'issueDate'],
  },
  spreadsheet: { key: ['certificateType', 'certificateNo'] },
  statistics: { dimensions: ['certificateType'] },
})
