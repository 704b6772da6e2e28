import { knownBy } from '../access/account-fields.ts'
import { dict, personName, phone, text } from '../define.ts'
import { roles } from '../access/roles.ts'
import { institutionFields } from '../institutions/fields.ts'
import { institutionKeepers } from '../institutions/kinds.ts'
import type { Field } from '../field.ts'
import { column } from './column.ts'
import type { ImportDefinition } from './define.ts'

const kept = [
  'areaCode',
  'uscc',
  'schoolType',
  'schoolSponsor',
  'schoolRunType',
  'urbanRural',
  'schoolStages',
  'foundYear',
  'principal',
  'contact',
  'phone',
  'address',
  'postcode',
  'staffQuota',
] as const

const factOf = (key: string): Field => {
  const field = institutionFields[key]
  if (!field) throw new Error(`institutions have no field ${key}`)
  return field
}

/**
 * The first account of an institution, opened with it; the passwords are given afterwards, as of all
 * accounts.
 */
const firstAccount = [
  column('accountName', personName('账号姓名'), {
    note: '同时给该机构开一个办公账号；不开的空着，密码导入以后发放',
    example: '陈某某',
  }),
  column('accountLogin', { ...knownBy.loginName, label: '账号' }, { example: 'jcqjyj' }),
  column('accountMobile', { ...phone('账号手机号'), masked: true }, { note: '没有账号的用手机号登录' }),
]

/** 学校: institutions of every kind, below one that exists or stands earlier in the same file. */
export const institutionImport: ImportDefinition = {
  name: 'school',
  title: '学校（机构）',
  noun: '个机构',
  version: '2026.2',
  sheet: '机构信息',
  subject: 'institutions',
  roles: institutionKeepers,
  by: ['code'],
  namedBy: ['code', 'name'],
  unlike: [{ column: 'accountLogin' }, { column: 'accountMobile' }],
  owner: {},
  parts: [],
  checks: [
    {
      holds: ({ accountName, accountLogin, accountMobile }) =>
        (accountName ?? null) === null || (accountLogin ?? accountMobile ?? null) !== null,
      message: '填写了账号姓名的，还要填账号或账号手机号，否则无法登录',
      column: 'accountLogin',
      besides: ['accountName', 'accountMobile'],
    },
    {
      holds: ({ accountName, accountLogin, accountMobile }) =>
        (accountName ?? null) !== null || (accountLogin ?? accountMobile ?? null) === null,
      message: '要开账号的，请填写账号姓名',
      column: 'accountName',
      besides: ['accountLogin', 'accountMobile'],
    },
  ],
  columns: [
    column('code', text('标识码', { required: true, maxLength: 18 }), {
      note: '学校填 10 位标识码，行政机构可填 6 位区划代码，其他机构填统一社会信用代码',
      example: '3144000001',
    }),
    column('name', text('机构名称', { required: true, maxLength: 100 }), { example: '阳江市某某学校' }),
    column('kind', dict('机构类型', 'orgType'), { otherwise: '40', note: '空着按学校', example: '学校' }),
    column('parent', text('上级机构', { required: true, maxLength: 100 }), {
      note: '上级机构的标识码或全称；可以是本文件中前面的行',
      example: '江城区教育局',
    }),
    ...kept.map((key) =>
      column(key, factOf(key), {
        required: key === 'schoolType' || key === 'areaCode' ? 'conditional' : 'no',
        ...(key === 'areaCode' && { note: '6 位区划码，或从省写起的全称；空着取上级机构的' }),
        ...(key === 'schoolType' && { note: '学校必填' }),
      }),
    ),
    ...firstAccount,
  ],
}

/** 用户: accounts of offices and people; a one-time password is given afterwards, singly or for many. */
export const accountImport: ImportDefinition = {
  name: 'user',
  title: '用户',
  noun: '个账号',
  version: '2026.1',
  sheet: '用户信息',
  subject: 'accounts',
  roles: [1, 3, 4, 5, 6],
  by: ['loginName'],
  unlike: [{ column: 'mobile' }, { column: 'idNo' }],
  owner: {},
  parts: [],
  columns: [
    column('loginName', knownBy.loginName, { required: 'yes', example: 'jcq001' }),
    column('name', knownBy.name, { example: '陈某某' }),
    column('role', dict('角色', 'userRole', { required: true }), {
      note: roles.map(({ label }) => label).join('、'),
      example: '学校',
    }),
    column('orgCode', text('机构标识码', { required: true, maxLength: 100 }), {
      note: '也可写机构全称',
      example: '3144000001',
    }),
    column('idNo', { ...knownBy.idNo, masked: true }, { note: '教师账号请填，用来登录' }),
    column('mobile', { ...knownBy.mobile, masked: true }, { example: '13800000000' }),
  ],
}

/**
 * 外部账号: whose number at a provider is whose, so that people may sign in with it (docs/decisions/0067).
 */
export const outsideImport: ImportDefinition = {
  name: 'outsideAccount',
  title: '外部账号绑定',
  noun: '个外部账号',
  version: '2026.1',
  sheet: '外部账号',
  subject: 'outsideAccounts',
  roles: [1],
  by: ['account', 'provider'],
  owner: {},
  parts: [],
  columns: [
    column('account', text('账号', { required: true, maxLength: 60, masked: true }), {
      note: '登录名、手机号或身份证件号',
      example: 'jcq001',
    }),
    column('name', knownBy.name, { required: 'yes', note: '与账号登记的姓名一致', example: '陈某某' }),
    column('provider', text('外部平台', { required: true, maxLength: 20 }), {
      note: '统一身份认证、企业微信、钉钉、统一登录、联合认证、单位账号',
      example: '企业微信',
    }),
    column('subject', text('外部账号', { required: true, maxLength: 64, masked: true }), {
      note: '外部平台里的成员账号，绑定后本人可以用它登录',
      example: 'ChenMouMou',
    }),
  ],
}
