import { date, defineRecord, dict, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { atMostOne } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'
import { is, isNot } from '../../rules/condition.ts'

const held = isNot('qualificationKind', '0')
const ofHolder = { visibleWhen: held, requiredWhen: held } as const
const withSubject = is('qualificationKind', '2', '3', '4', '5', '6', '7')
const ofRegistration = { pointing: 'qualificationId', order: 'registerDate' } as const
const byFirst = { ...ofRegistration, by: 'first', when: is('registrationType', '1') } as const
const byLatest = { ...ofRegistration, by: 'latest' } as const

/** 教师资格: one row per qualification certificate, or a single row that says there is none. */
export const teacherQualification = defineRecord({
  name: 'teacherQualification',
  title: '教师资格',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'some',
  fields: {
    qualificationKind: dict('教师资格证种类', 'qualificationKind', {
      required: true,
      help: '无教师资格证的选“无”',
    }),
    qualificationNo: text('教师资格证号码', {
      ...ofHolder,
      maxLength: 17,
      masked: true,
      pattern: /^(\d{17}|\d{15})$/,
      patternSays: '教师资格证号码是 17 位数字，早年的证书是 15 位',
      example: '20184401722000135',
      help: '17 位的第 10 位表示种类',
    }),
    subject: dict('任教学科', 'subject', {
      visibleWhen: withSubject,
      requiredWhen: withSubject,
      help: '证书上的学科；列表中没有的选“其他”',
    }),
    issueDate: date('证书颁发日期', ofHolder),
    issuer: text('颁发机构', { ...ofHolder, maxLength: 100, help: '照证书上的公章写' }),
    firstRegisterDate: date('首次注册日期', {
      visibleWhen: held,
      derived: { ...byFirst, from: 'periodicRegistration.registerDate' },
      help: '注册的四项由系统从已通过的定期注册取来',
    }),
    firstRegisterResult: dict('首次注册结论', 'registrationConclusion', {
      visibleWhen: held,
      derived: { ...byFirst, from: 'periodicRegistration.registrationConclusion' },
    }),
    lastRegisterDate: date('最近定期注册日期', {
      visibleWhen: held,
      derived: { ...byLatest, from: 'periodicRegistration.registerDate' },
    }),
    lastRegisterResult: dict('最近定期注册结论', 'registrationConclusion', {
      visibleWhen: held,
      derived: { ...byLatest, from: 'periodicRegistration.registrationConclusion' },
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false, requiredWhen: held },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'platform',
        fields: ['qualificationNo'],
        message: '平台上已有一条用该号码的教师资格，请拿证书原件逐位核对',
        level: 'warning',
      },
      atMostOne('teacherQualification', is('qualificationKind', '0'), ['qualificationKind'], {
        message: '已经登记过“无”，不必再填',
      }),
      {
        form: 'among',
        types: ['teacherQualification'],
        holds: (row, siblings) =>
          row.qualificationKind === null ||
          !siblings('teacherQualification').some(
            (other) => (other['qualificationKind'] === '0') !== (row.qualificationKind === '0'),
          ),
        message: '“无”和具体的教师资格不应同时有：取得资格后，请把原来“无”的那一条改成新取得的资格',
        fields: ['qualificationKind'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.issueDate),
        message: '证书颁发日期晚于今天，请核对',
        fields: ['issueDate'],
      },
      {
        holds: (r) =>
          r.qualificationNo?.length !== 17 ||
          r.issueDate === null ||
          r.qualificationNo.startsWith(r.issueDate.slice(0, 4)),
        message: '号码前 4 位一般是颁发年份，与证书颁发日期的年份不同，请核对',
        fields: ['qualificationNo', 'issueDate'],
        level: 'warning',
      },
      {
        holds: (r) =>
          r.qualificationNo?.length !== 17 ||
          r.qualificationKind === null ||
          r.qualificationNo[9] === r.qualificationKind,
        message:
          '号码第 10 位表示种类（1 幼儿园、2 小学、3 初中、4 高中、5 中职、6 实习指导、7 高校），与所选种类不同，请核对',
        fields: ['qualificationNo', 'qualificationKind'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'qualificationNo', text: '证书号码与佐证材料不一致' },
      { field: 'qualificationKind', text: '资格种类与证书不一致' },
      { field: 'subject', text: '任教学科与证书不一致' },
      { field: 'issueDate', text: '颁发日期与证书不一致' },
      { field: 'issuer', text: '颁发机构与证书公章不一致' },
      { field: 'attachments', text: '缺教师资格证内页' },
      { field: 'attachments', text: '证书照片看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: [
        'qualificationKind',
        'qualificationNo',
        'subject',
        'issueDate',
        'issuer',
        'lastRegisterDate',
        'lastRegisterResult',
      ],
      filters: ['qualificationKind', 'subject', 'lastRegisterResult'],
      order: 'issueDate',
      descending: true,
    },
    form: [
      { title: '证书', fields: ['qualificationKind', 'qualificationNo', 'subject', 'issueDate', 'issuer'] },
      {
        title: '注册',
        fields: ['firstRegisterDate', 'firstRegisterResult', 'lastRegisterDate', 'lastRegisterResult'],
      },
    ],
    summary: ['qualificationKind', 'subject'],
  },
  spreadsheet: { key: ['qualificationKind', 'qualificationNo'] },
  statistics: { dimensions: ['qualificationKind', 'subject', 'lastRegisterResult'] },
})
