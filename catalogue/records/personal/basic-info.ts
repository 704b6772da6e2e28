import { area, bool, date, defineRecord, dict, file, idCard, month, personName, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { documentFault, readIdCard, unlikeDocument } from '../../kinds/id-card.ts'
import { namePattern, namePatternSays } from '../../kinds/person-name.ts'
import { after, monthsLater, notBefore } from '../../rules/compare.ts'
import { is, isEmpty, isNot } from '../../rules/condition.ts'

const byInstitution = { required: true, writableBy: 'institution' } as const
const chinese = is('nationality', '156')
const ofChinese = { visibleWhen: chinese, requiredWhen: chinese } as const
const teaching = is('staffCategory', '11', '55', '56')
const outside = is('inEstablishment', false)
const servedGrassroots = isNot('grassrootsService', '0')
const education = { best: 'studyExperience.educationLevel', order: 'endMonth' } as const
const degree = { best: 'studyExperience.degreeLevel', order: 'endMonth' } as const
/** In force and really appointed: not 不聘 (2) nor 缓聘 (3). */
const inPost = { all: [isEmpty('appointEndMonth'), isNot('appointStatus', '2', '3')] }
const current = { by: 'current', order: 'appointMonth', when: inPost } as const
const classTeacher = {
  by: 'exists',
  when: is('concurrentWork', '01'),
  within: ['schoolYear', 'semester'],
} as const
const answered = { required: true } as const

/**
 * 基本信息: identity and post are written by the institution, the rest by the teacher and reviewed by the
 * school.
 */
export const basicInfo = defineRecord({
  name: 'basicInfo',
  title: '基本信息',
  archive: 'personal',
  owner: 'teacher',
  regime: 'mixed',
  cardinality: 'one',
  fields: {
    name: personName('姓名', {
      ...byInstitution,
      help: '与身份证件一致',
      pattern: namePattern,
      patternSays: namePatternSays,
      example: '陈春芳',
    }),
    formerName: personName('曾用名'),
    gender: dict('性别', 'gender', byInstitution),
    staffNo: text('教职工号', { maxLength: 30, help: '本校内不重复' }),
    nationality: dict('国籍/地区', 'country', { required: true, default: '156' }),
    idCardType: dict('身份证件类型', 'idCardType', { ...byInstitution, default: '1' }),
    idCardNo: idCard('身份证件号', { ...byInstitution, sealed: true, masked: true, ofPerson: 'idNo' }),
    birthDate: date('出生日期', byInstitution),
    nativePlace: area('籍贯'),
    birthPlace: area('出生地'),
    ethnicity: dict('民族', 'ethnicity', { ...ofChinese, default: '01' }),
    politicalStatus: dict('政治面貌', 'politicalStatus', {
      ...ofChinese,
      multiple: true,
      exclusiveItems: ['12', '13'],
    }),
    partyJoinDate: month('入党（团）时间', { visibleWhen: is('politicalStatus', '01', '02', '03') }),
    maritalStatus: dict('婚姻状况', 'maritalStatus', { masked: true }),
    healthStatus: dict('健康状况', 'healthStatus', { masked: true, default: '1' }),
    hmtStatus: dict('港澳台侨外', 'hmtStatus'),
    householdType: dict('户口类别', 'householdType'),
    staffCategory: dict('教职工类别', 'staffCategory', byInstitution),
    staffingCategory: dict('编制类别', 'staffingCategory'),
    inEstablishment: bool('是否在编', byInstitution),
    employForm: dict('用人形式', 'employForm', {
      writableBy: 'institution',
      visibleWhen: outside,
      requiredWhen: outside,
    }),
    contractKind: dict('签订合同情况', 'contractKind', byInstitution),
    teacherSource: dict('教职工来源', 'teacherSource', answered),
    workStartMonth: month('参加工作年月', answered),
    teachStartMonth: month('从教起始年月', { requiredWhen: teaching, help: '用来算教龄' }),
    orgEntryMonth: month('进本校年月', byInstitution),
    schoolStage: dict('主要任课学段', 'schoolStage', { requiredWhen: teaching }),
    mainSubject: dict('主要任教学科', 'subject', { requiredWhen: teaching, cascadeFrom: 'schoolStage' }),
    postOccupation: dict('岗位职业', 'postOccupation'),
    highestEducation: dict('最高学历', 'educationLevel', {
      derived: { from: 'studyExperience.educationLevel', by: 'best', order: 'endMonth' },
    }),
    highestEducationSchool: text('最高学历毕业院校', {
      derived: { ...education, from: 'studyExperience.educationSchool', by: 'ofBest' },
    }),
    highestDegreeLevel: dict('最高学位层次', 'degreeLevel', {
      derived: { from: 'studyExperience.degreeLevel', by: 'best', order: 'endMonth' },
    }),
    highestDegree: dict('最高学位名称', 'degree', {
      derived: { ...degree, from: 'studyExperience.degree', by: 'ofBest' },
    }),
    positionCategory: dict('现任岗位类别', 'positionCategory', {
      derived: { ...current, from: 'postAppointment.positionCategory' },
    }),
    positionGrade: dict('现任岗位等级', 'positionGrade', {
      derived: { ...current, from: 'postAppointment.positionGrade' },
    }),
    professionalTitle: dict('现任专业技术职务', 'professionalTitle', {
      derived: { ...current, from: 'techPositionAppointment.professionalTitle', else: '000' },
      help: '由系统从专业技术职务聘任中取，没有现聘的为无职称',
    }),
    titleLevel: dict('现任职称级别', 'titleLevel', {
      derived: { from: 'professionalTitle', by: 'levelMap' },
    }),
    isClassTeacher: bool('是否班主任', {
      derived: { ...classTeacher, from: 'teachingRecord.concurrentWork' },
      help: '由系统从最近一个学期的教育教学中取',
    }),
    isNormalGraduate: bool('是否全日制师范类专业毕业', answered),
    isPreschoolGraduate: bool('是否全日制学前教育专业毕业', { visibleWhen: is('schoolStage', '1') }),
    hasSpecialEdTraining: bool('是否受过特教专业培养培训', answered),
    hasSpecialEdCertificate: bool('是否有特殊教育从业证书', answered),
    itCapability: dict('信息技术应用能力', 'itCapability', answered),
    publicFundedNormal: dict('是否属于公费师范生', 'publicFundedNormal', { required: true, default: '0' }),
    grassrootsService: dict('是否参加基层服务项目', 'grassrootsService', { required: true, default: '0' }),
    grassrootsStartMonth: month('基层服务起始年月', { visibleWhen: servedGrassroots }),
    grassrootsEndMonth: month('基层服务结束年月', { visibleWhen: servedGrassroots }),
    isSpecialGradeTeacher: bool('是否特级教师', answered),
    isBackboneTeacher: bool('是否县级及以上骨干教师', answered),
    isMentalHealthTeacher: bool('是否心理健康教育教师', answered),
    isDualQualified: bool('是否双师型教师', { visibleWhen: is('schoolStage', '5', '6', '7') }),
    photo: file('个人照片', { accept: ['jpg', 'jpeg', 'png'], maxSizeMB: 1, help: '近期免冠照' }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false },
  rules: {
    constraints: [
      { form: 'unique', within: 'institution', fields: ['staffNo'], message: '本校已有教师用了该教职工号' },
    ],
    checks: [
      {
        holds: (r) => after(r.workStartMonth, r.birthDate),
        message: '参加工作年月必须晚于出生日期',
        fields: ['workStartMonth', 'birthDate'],
      },
      {
        holds: (r) => notBefore(r.orgEntryMonth, r.workStartMonth),
        message: '进本校年月不得早于参加工作年月',
        fields: ['orgEntryMonth', 'workStartMonth'],
      },
      {
        holds: (r) => notBefore(r.teachStartMonth, monthsLater(r.workStartMonth, -12)),
        message: '从教起始年月不得早于参加工作年月前一年',
        fields: ['teachStartMonth', 'workStartMonth'],
      },
      {
        holds: (r) => notBefore(r.grassrootsEndMonth, r.grassrootsStartMonth),
        message: '基层服务结束年月不得早于起始年月',
        fields: ['grassrootsEndMonth', 'grassrootsStartMonth'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.birthDate),
        message: '出生日期不得晚于今天',
        fields: ['birthDate'],
      },
      {
        holds: (r) => documentFault(r.idCardType, r.idCardNo) === null,
        ...unlikeDocument,
      },
      {
        holds: (r) => {
          const read = r.idCardType === '1' && r.idCardNo !== null ? readIdCard(r.idCardNo) : null
          return (
            read === null ||
            ((r.birthDate ?? read.birthDate) === read.birthDate && (r.gender ?? read.gender) === read.gender)
          )
        },
        message: '出生日期、性别与身份证件号不一致',
        fields: ['idCardNo', 'birthDate', 'gender'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'workStartMonth', text: '参加工作年月与人事档案不一致' },
      { field: 'teachStartMonth', text: '从教起始年月与人事档案不一致' },
      { field: 'mainSubject', text: '任教学科与课表不一致' },
      { field: 'politicalStatus', text: '政治面貌与党员信息不一致' },
      { field: 'photo', text: '照片不是近期免冠照' },
    ],
  },
  pages: {
    list: {
      columns: [
        'gender',
        'staffNo',
        'staffCategory',
        'inEstablishment',
        'mainSubject',
        'highestEducation',
        'professionalTitle',
      ],
      filters: [
        'name',
        'gender',
        'ethnicity',
        'politicalStatus',
        'staffCategory',
        'inEstablishment',
        'schoolStage',
        'mainSubject',
        'highestEducation',
        'highestDegreeLevel',
        'positionCategory',
        'positionGrade',
        'professionalTitle',
        'titleLevel',
        'isClassTeacher',
        'isSpecialGradeTeacher',
        'isBackboneTeacher',
        'isMentalHealthTeacher',
      ],
      order: 'name',
    },
    form: [
      {
        title: '基本信息',
        fields: [
          'name',
          'formerName',
          'gender',
          'staffNo',
          'idCardType',
          'idCardNo',
          'birthDate',
          'nationality',
          'ethnicity',
          'nativePlace',
          'birthPlace',
          'politicalStatus',
          'partyJoinDate',
          'maritalStatus',
          'healthStatus',
          'hmtStatus',
          'householdType',
          'photo',
        ],
      },
      {
        title: '任职信息',
        fields: [
          'staffCategory',
          'staffingCategory',
          'inEstablishment',
          'employForm',
          'contractKind',
          'teacherSource',
          'workStartMonth',
          'teachStartMonth',
          'orgEntryMonth',
          'schoolStage',
          'mainSubject',
          'postOccupation',
          'highestEducation',
          'highestEducationSchool',
          'highestDegreeLevel',
          'highestDegree',
          'positionCategory',
          'positionGrade',
          'professionalTitle',
          'titleLevel',
          'isClassTeacher',
        ],
      },
      {
        title: '其他信息',
        fields: [
          'isNormalGraduate',
          'isPreschoolGraduate',
          'hasSpecialEdTraining',
          'hasSpecialEdCertificate',
          'itCapability',
          'publicFundedNormal',
          'grassrootsService',
          'grassrootsStartMonth',
          'grassrootsEndMonth',
          'isSpecialGradeTeacher',
          'isBackboneTeacher',
          'isMentalHealthTeacher',
          'isDualQualified',
        ],
      },
    ],
    summary: ['name'],
  },
  spreadsheet: { key: [], leftOut: ['name', 'idCardNo', 'photo'] },
  statistics: {
    dimensions: [
      'gender',
      'ethnicity',
      'staffCategory',
      'schoolStage',
      'mainSubject',
      'highestEducation',
      'titleLevel',
      'positionGrade',
    ],
  },
})
