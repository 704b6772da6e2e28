import { bool, defineRecord, dict, month, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore, yearsUntil } from '../../rules/compare.ts'
import { is, isNot } from '../../rules/condition.ts'

const withDegree = isNot('degreeLevel', '0')
const namedDegree = is('degreeLevel', '2', '3', '4')
/** Minimum plausible age at graduation. Below it, one of the dates is wrong. */
const leastAge = 16

const monthOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 7) : null)

/** Whether someone born on `birth` was old enough in that month; an empty side passes. */
function oldEnough(birth: unknown, month: string | null): boolean {
  const age = month === null ? null : yearsUntil(monthOf(birth), month)
  return age === null || age >= leastAge
}

/** 学习经历: one row per stretch of study, from senior high school on (全国教师管理信息系统, 学习经历). */
export const studyExperience = defineRecord({
  name: 'studyExperience',
  title: '学习经历',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'some',
  fields: {
    educationLevel: dict('获得学历', 'educationLevel', {
      required: true,
      help: '从高中（中专）起，每段学习填一条；只有学位没有学历的选“其他”',
    }),
    educationCountry: dict('获得学历国家/地区', 'country', { required: true, default: '156' }),
    educationSchool: text('获得学历院校或机构', { required: true, maxLength: 100, help: '写证书上的全称' }),
    major: text('所学专业', { maxLength: 100, help: '高中及以下可不填' }),
    isNormalMajor: bool('是否师范类专业', { required: true }),
    startMonth: month('入学年月', { required: true }),
    endMonth: month('毕业年月', { required: true, help: '没有毕业的填结束学业的年月' }),
    studyMode: dict('学习方式', 'studyMode', { required: true }),
    studyUnitType: dict('在学单位类别', 'studyUnitType'),
    educationCertNo: text('学历证书编号', { maxLength: 40, masked: true }),
    degreeLevel: dict('学位层次', 'degreeLevel', { required: true, default: '0' }),
    degree: dict('学位名称', 'degree', {
      cascadeFrom: 'degreeLevel',
      visibleWhen: namedDegree,
      requiredWhen: namedDegree,
    }),
    degreeType: dict('学位类别', 'degreeType', { visibleWhen: namedDegree }),
    degreeCountry: dict('获得学位国家/地区', 'country', { visibleWhen: withDegree }),
    degreeSchool: text('获得学位院校或机构', { maxLength: 100, visibleWhen: withDegree }),
    degreeMonth: month('学位授予年月', { visibleWhen: withDegree }),
    degreeCertNo: text('学位证书编号', { maxLength: 40, masked: true, visibleWhen: withDegree }),
    isFirstEducation: bool('是否第一学历', {
      derived: {
        from: 'studyExperience.educationLevel',
        by: 'isBest',
        order: 'endMonth',
        when: is('studyMode', '1'),
      },
      help: '全日制学历中最高的一条，由系统自动生成',
    }),
    isHighestEducation: bool('是否最高学历', {
      derived: { from: 'studyExperience.educationLevel', by: 'isBest', order: 'endMonth' },
      help: '由系统按学历高低判断',
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['educationSchool', 'educationLevel', 'startMonth'],
        message: '已有同一院校、同一学历、同一入学年月的学习经历',
        level: 'warning',
      },
      {
        form: 'among',
        types: ['basicInfo'],
        holds: (row, siblings) =>
          siblings('basicInfo').every(
            ({ birthDate }) =>
              oldEnough(birthDate, row.degreeMonth) &&
              (!/^[123]/.test(row.educationLevel ?? '') || oldEnough(birthDate, row.endMonth)),
          ),
        message: `按基本信息里的出生日期，专科及以上毕业或授予学位时不满 ${leastAge} 岁，请核对毕业年月、学位授予年月和出生日期`,
        fields: ['endMonth', 'degreeMonth'],
        level: 'warning',
      },
      {
        form: 'among',
        types: ['studyExperience'],
        holds: (row, siblings) =>
          row.studyMode !== '1' ||
          siblings('studyExperience')
            .filter((other) => other['studyMode'] === '1')
            .every(
              (other) =>
                notBefore(row.startMonth, monthOf(other['endMonth'])) ||
                notBefore(monthOf(other['startMonth']), row.endMonth),
            ),
        message: '与本人另一段全日制学习的时间重叠，请核对入学、毕业年月和学习方式；确为同时就读的请说明',
        fields: ['startMonth', 'endMonth'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endMonth, r.startMonth),
        message: '毕业年月不得早于入学年月',
        fields: ['endMonth', 'startMonth'],
      },
      {
        holds: (r) => notBefore(r.degreeMonth, r.startMonth),
        message: '学位授予年月不得早于入学年月',
        fields: ['degreeMonth', 'startMonth'],
      },
      {
        holds: (r) => r.educationLevel !== '90' || (r.degreeLevel !== null && r.degreeLevel !== '0'),
        message: '学历选“其他”时应当有学位',
        fields: ['educationLevel', 'degreeLevel'],
        level: 'warning',
      },
      {
        holds: (r, c) => notBefore(c.today, r.startMonth),
        message: '入学年月不得晚于今天',
        fields: ['startMonth'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'educationCertNo', text: '学历证书编号与佐证材料不一致' },
      { field: 'attachments', text: '证书照片看不清，请重新拍照上传' },
      { field: 'studyMode', text: '学习方式与学历证书不一致' },
      { field: 'educationSchool', text: '院校名称须写证书上的全称' },
      { field: 'endMonth', text: '毕业年月与证书不一致' },
      { field: 'degreeCertNo', text: '学位证书编号与佐证材料不一致' },
      { field: 'attachments', text: '缺学位证书或学位认证报告' },
    ],
  },
  pages: {
    list: {
      columns: [
        'educationLevel',
        'educationSchool',
        'major',
        'startMonth',
        'endMonth',
        'studyMode',
        'degreeLevel',
        'isHighestEducation',
      ],
      filters: ['educationLevel', 'educationSchool', 'studyMode', 'degreeLevel', 'isHighestEducation'],
      order: 'endMonth',
      descending: true,
    },
    form: [
      {
        title: '学历',
        fields: [
          'educationLevel',
          'educationSchool',
          'major',
          'isNormalMajor',
          'startMonth',
          'endMonth',
          'studyMode',
          'studyUnitType',
          'educationCountry',
          'educationCertNo',
          'isHighestEducation',
          'isFirstEducation',
        ],
      },
      {
        title: '学位',
        fields: [
          'degreeLevel',
          'degree',
          'degreeType',
          'degreeMonth',
          'degreeSchool',
          'degreeCountry',
          'degreeCertNo',
        ],
      },
    ],
    summary: ['educationLevel', 'educationSchool'],
  },
  spreadsheet: { key: ['educationLevel', 'startMonth', 'educationSchool'] },
  statistics: { dimensions: ['educationLevel', 'degreeLevel', 'studyMode'] },
})
