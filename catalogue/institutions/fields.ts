import {
  area,
  date,
  dict,
  institution,
  integer,
  longText,
  personName,
  text,
  year,
  type FieldMap,
} from '../define.ts'
import { dictionary } from '../dictionaries/dictionaries.ts'
import { is } from '../rules/condition.ts'
import { institutionKind } from './kinds.ts'

/**
 * What is said of an institution beside its place in the tree, its name and its code (module organization of
 * the domain model). Name, code and closing have days of their own and are changed by their own acts.
 */
const ofEvery = {
  areaCode: area('所属区划', { required: true }),
  uscc: text('统一社会信用代码', {
    maxLength: 18,
    pattern: /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/,
    patternSays: '应为 18 位统一社会信用代码，字母用大写',
    example: '12441702MB2C123456',
  }),
  principal: personName('负责人'),
  contact: personName('联系人'),
  phone: text('联系电话', {
    maxLength: 30,
    pattern: /^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$|^1[3-9]\d{9}$/,
    patternSays: '应为固定电话或手机号',
    example: '0662-3210000',
  }),
  address: text('地址', { maxLength: 200 }),
  postcode: text('邮政编码', {
    maxLength: 6,
    pattern: /^\d{6}$/,
    patternSays: '应为 6 位数字',
    example: '529500',
  }),
} as const

const ofSchool = {
  schoolType: dict('办学类型', 'schoolType', { required: true }),
  schoolRunType: dict('办学性质', 'schoolRunType'),
  schoolSponsor: dict('举办者', 'schoolSponsor'),
  urbanRural: dict('城乡分类', 'urbanRural'),
  schoolStages: dict('开设学段', 'schoolStage', { multiple: true }),
  foundYear: year('建校年份'),
  // A teaching point stands below its authority like any school; this names the school it is run by.
  centralSchool: institution('中心校', {
    visibleWhen: is('schoolType', '218'),
    help: '管理该教学点的学校，可以不填',
  }),
} as const

const granted = {
  staffQuota: integer('核定编制', {
    min: 0,
    max: 99_999,
    help: '机构编制部门核定的人数；不核编的留空',
  }),
  introduction: longText('简介', { maxLength: 2000 }),
} as const

const schoolFields: FieldMap = { ...ofSchool, ...ofEvery, ...granted }
const otherFields: FieldMap = { ...ofEvery, ...granted }

/** Every field that some kind has; the columns of the table `institution` beside its tree. */
export const institutionFields: FieldMap = schoolFields

/** The fields of an institution of a kind (dictionary orgType), in the order of its form. */
export const institutionFieldsOf = (kind: string): FieldMap =>
  institutionKind(kind)?.level === 'school' ? schoolFields : otherFields

const code = text('标识码', {
  maxLength: 18,
  help: '学校 10 位标识码，新校暂无的可留空；其他机构填统一社会信用代码，行政机构也可填 6 位区划代码',
})
const name = text('机构名称', { required: true, maxLength: 100 })

/** What is asked of a new institution first; of the kinds those that may stand below its parent. */
export const beginning = (allowed: readonly string[]): FieldMap => ({
  kind: dict('机构类型', 'orgType', {
    required: true,
    excludeItems: dictionary('orgType')
      .items.map((item) => item.code)
      .filter((item) => !allowed.includes(item)),
  }),
  name,
  code,
  openedOn: date('设立日期'),
})

/** What is asked when a name or a code changes. */
export const renaming: FieldMap = { name, code, from: date('启用日期', { required: true }) }

const reason = text('依据或原因', { required: true, maxLength: 200 })
/** What is asked when an institution is closed, and when it is opened again. */
export const closing: FieldMap = { on: date('撤销日期', { required: true }), reason }
export const reopening: FieldMap = { reason }
