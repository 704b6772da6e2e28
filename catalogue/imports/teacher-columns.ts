import { dict, text } from '../define.ts'
import type { AnyRecord } from '../define.ts'
import { records } from '../records/registry.gen.ts'
import { column, columnFor, idCardTwins } from './column.ts'
import type { ImportColumn } from './define.ts'

const types: Readonly<Record<string, AnyRecord>> = records
const of =
  (type: string) =>
  (key: string, more: Parameters<typeof columnFor>[2] & { as?: string } = {}) => {
    const definition = types[type]
    if (!definition) throw new Error(`no record type ${type}`)
    const { as, ...rest } = more
    return { ...columnFor(definition, key, rest), ...(as !== undefined && { key: as }) }
  }
const basic = of('basicInfo')
const contact = of('contactInfo')
const post = of('postAppointment')
const title = of('techPositionAppointment')
const study = of('studyExperience')
const qualification = of('teacherQualification')
const language = of('languageAbility')

const yes = { required: 'yes' } as const
const no = { required: 'no' } as const
const conditional = { required: 'conditional' } as const
const teaching = '教职工类别为专任、代课、兼任教师时必填'

const twins = (...heads: readonly string[]) => ({ twins: heads })

/** Columns A to AY of import-templates.md, section 2, in their order. */
export const teacherColumns: readonly ImportColumn[] = [
  basic('name', { ...yes, ...twins('教师姓名', '教职工姓名', '人员姓名'), example: '陈某某' }),
  basic('idCardType', {
    ...no,
    ...twins('证件类型', '身份证类型'),
    otherwise: '1',
    note: '空着按居民身份证',
    example: '居民身份证',
  }),
  basic('idCardNo', {
    ...yes,
    ...twins(...idCardTwins),
    note: '18 位，设为文本格式',
    example: '449999198503120010',
  }),
  basic('gender', {
    ...conditional,
    note: '居民身份证可以空着，按证件号得出',
    follows: 'idCardNo',
    example: '男',
  }),
  basic('birthDate', {
    ...conditional,
    ...twins('出生年月日', '生日'),
    note: '居民身份证可以空着，按证件号得出',
    follows: 'idCardNo',
    example: '1985-03-12',
  }),
  basic('nationality', { ...no, otherwise: '156', example: '中国' }),
  basic('ethnicity', { ...conditional, note: '国籍为中国时必填', example: '汉族' }),
  basic('politicalStatus', { ...conditional, note: '国籍为中国时必填；多项用顿号分开', example: '中共党员' }),
  basic('nativePlace', { note: '6 位区划码，或从省写起的全称', example: '广东省/阳江市/江城区' }),
  basic('maritalStatus', { example: '已婚' }),
  basic('healthStatus', { ...no, otherwise: '1', example: '健康或良好' }),
  contact('mobile', {
    ...yes,
    ...twins('手机号', '手机', '手机电话', '移动电话', '联系手机'),
    note: '11 位，每人一个',
    example: '13800000000',
  }),
  contact('email', { ...no, ...twins('邮箱', '邮箱地址') }),
  column(
    'orgCode',
    text('学校标识码', { maxLength: 18, pattern: /^[0-9A-Z]{2,18}$/, patternSays: '应为 10 位标识码' }),
    {
      ...conditional,
      ...twins('学校代码', '单位标识码'),
      note: '教育局导入时必填；学校导入时取本校',
      example: '3144000001',
    },
  ),
  column('orgName', text('学校名称', { maxLength: 100 }), {
    ...no,
    ...twins('学校', '所在学校', '单位名称'),
    note: '填了须与标识码一致',
  }),
  basic('staffNo', { ...twins('工号', '教工号', '职工号'), note: '本校内不重复', example: '2026001' }),
  basic('staffCategory', { ...yes, example: '专任教师' }),
  basic('staffingCategory', { example: '专任教师' }),
  basic('inEstablishment', { ...yes, example: '是' }),
  basic('employForm', { ...conditional, note: '不在编时必填，在编时空着' }),
  basic('contractKind', { ...yes, example: '聘用合同' }),
  basic('teacherSource', { ...yes, example: '系统内调入' }),
  basic('workStartMonth', { ...yes, ...twins('参加工作时间', '参加工作日期'), example: '2008-09' }),
  basic('teachStartMonth', { ...conditional, note: teaching, example: '2008-09' }),
  basic('orgEntryMonth', {
    ...yes,
    ...twins('进本校时间', '来校时间', '进校年月'),
    note: '人事关系从该月起',
    example: '2012-09',
  }),
  basic('schoolStage', { ...conditional, ...twins('任教学段', '任课学段'), note: teaching, example: '小学' }),
  basic('mainSubject', {
    ...conditional,
    ...twins('任教学科'),
    note: `${teaching}，须属所选学段`,
    example: '语文',
  }),
  basic('postOccupation', { example: '班主任' }),
  post('positionCategory', { ...yes, example: '教师岗位' }),
  post('positionGrade', { ...yes, note: '须属岗位类别', example: '专业技术十级' }),
  post('appointMonth', { ...no, head: '岗位聘任年月', example: '2020-01' }),
  // The series follows from the title; a workbook does not ask for it.
  column('professionalTitle', dict('专业技术职务', 'professionalTitle', { required: true }), {
    ...twins('职称'),
    note: '没有的填“无职称”',
    example: '一级教师',
  }),
  title('appointMonth', {
    ...conditional,
    as: 'titleAppointMonth',
    head: '职务聘任年月',
    note: '有职称时必填',
    example: '2019-12',
  }),
  post('schoolDuty', { ...no, otherwise: '00', example: '科组长' }),
  study('educationLevel', { ...yes, as: 'highestEducation', head: '最高学历', example: '大学本科毕业' }),
  study('educationSchool', {
    ...yes,
    as: 'highestEducationSchool',
    head: '最高学历毕业院校',
    example: '某师范大学',
  }),
  study('major', { as: 'highestEducationMajor', head: '最高学历专业', example: '汉语言文学' }),
  study('endMonth', { ...yes, as: 'highestEducationEnd', head: '最高学历毕业年月', example: '2008-06' }),
  study('degreeLevel', { ...yes, as: 'highestDegreeLevel', head: '最高学位层次', example: '学士' }),
  study('degree', {
    ...conditional,
    as: 'highestDegree',
    head: '最高学位名称',
    note: '有博士、硕士、学士学位时必填',
    example: '文学学士学位',
    dependsOn: 'highestDegreeLevel',
  }),
  basic('isNormalGraduate', { ...yes, example: '是' }),
  basic('publicFundedNormal', { ...no, otherwise: '0', example: '否' }),
  qualification('qualificationKind', { ...yes, note: '没有的填“无”', example: '小学教师资格' }),
  qualification('qualificationNo', {
    ...conditional,
    ...twins('教师资格证号'),
    note: '17 位，旧证 15 位；没有教师资格证的空着',
  }),
  language('putonghuaLevel', { ...no, example: '二级甲等' }),
  basic('itCapability', { ...no, example: '熟练' }),
  basic('isSpecialGradeTeacher', { ...no, otherwise: false, example: '否' }),
  basic('isBackboneTeacher', { ...no, otherwise: false, example: '否' }),
  basic('isMentalHealthTeacher', { ...no, otherwise: false, example: '否' }),
  column('employmentStatus', dict('人员状态', 'employmentStatus', { excludeItems: ['03'] }), {
    ...no,
    otherwise: '11',
    note: '只在建档时写入，以后走人员状态变更',
    example: '在职',
  }),
  column('remark', text('备注', { maxLength: 200 }), no),
]
