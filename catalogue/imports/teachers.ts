import { dictionary, labelOf } from '../dictionaries/dictionaries.ts'
import { documentFault, readIdCard } from '../kinds/id-card.ts'
import { yearsUntil } from '../rules/compare.ts'
import type { Row } from '../rules/judge.ts'
import type { ImportDefinition } from './define.ts'
import { teacherColumns } from './teacher-columns.ts'

/** Columns that the basic information takes as they are. */
const basicFields = [
  'name',
  'idCardType',
  'idCardNo',
  'gender',
  'birthDate',
  'nationality',
  'ethnicity',
  'politicalStatus',
  'nativePlace',
  'maritalStatus',
  'healthStatus',
  'staffNo',
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
  'isNormalGraduate',
  'publicFundedNormal',
  'itCapability',
  'isSpecialGradeTeacher',
  'isBackboneTeacher',
  'isMentalHealthTeacher',
]

const same = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, key]))

/**
 * The series of a title: the group of dictionary titleSeries that has it; the first one, where several do.
 */
function seriesOf(code: unknown): string | null {
  const item = dictionary('professionalTitle').items.find((one) => one.code === code)
  return item?.groups?.[0] ?? null
}

/** What a citizen's number says; null for other documents. */
const citizen = (row: Row) => (row['idCardType'] === '1' ? readIdCard(String(row['idCardNo'] ?? '')) : null)

/** Sex and birthday follow from a citizen's number where their cells are empty. */
function completed(row: Row): Row {
  const read = citizen(row)
  if (read === null) return row
  return { ...row, gender: row['gender'] ?? read.gender, birthDate: row['birthDate'] ?? read.birthDate }
}

const untitled = '000'
/** Degree levels whose degrees have a name: 博士, 硕士, 学士; an empty level is told by itself. */
const namedDegrees: ReadonlySet<unknown> = new Set(['2', '3', '4', null])
/** Ages of people who are imported (import-templates.md, rule 1). */
const ages = { least: 16, most: 100 } as const
const unqualified = '0'

/** 教师: a person, an account, the personnel relation and the first records of the archive in one row. */
export const teacherImport: ImportDefinition = {
  name: 'teacher',
  title: '教师',
  noun: '位教师',
  version: '2026.1',
  sheet: '教师信息',
  subject: 'teachers',
  roles: [3, 4, 5, 6],
  columns: teacherColumns,
  complete: completed,
  by: ['idCardNo'],
  unlike: [
    { column: 'mobile' },
    { column: 'staffNo', within: 'orgCode' },
    { column: 'qualificationNo', level: 'warning' },
  ],
  owner: { idNo: 'idCardNo', name: 'name', orgCode: 'orgCode', orgName: 'orgName' },
  person: {
    name: 'name',
    idNo: 'idCardNo',
    mobile: 'mobile',
    entry: 'orgEntryMonth',
    status: 'employmentStatus',
    stage: 'schoolStage',
    subject: 'mainSubject',
  },
  parts: [
    {
      type: 'basicInfo',
      match: [],
      fields: same(basicFields),
    },
    { type: 'contactInfo', match: [], fields: same(['mobile', 'email']) },
    {
      type: 'postAppointment',
      match: ['appointMonth'],
      lasting: 'appointEndMonth',
      fields: same(['positionCategory', 'positionGrade', 'appointMonth', 'schoolDuty']),
      more: (_, { institution }) => ({ appointUnit: institution, isConcurrent: false }),
    },
    {
      type: 'techPositionAppointment',
      match: ['professionalTitle'],
      lasting: 'appointEndMonth',
      when: (row) => row['professionalTitle'] !== untitled,
      fields: { professionalTitle: 'professionalTitle', appointMonth: 'titleAppointMonth' },
      more: (row, { institution }) => ({
        titleSeries: seriesOf(row['professionalTitle']),
        appointUnit: institution,
      }),
    },
    {
      type: 'studyExperience',
      match: ['educationLevel'],
      fields: {
        educationLevel: 'highestEducation',
        educationSchool: 'highestEducationSchool',
        major: 'highestEducationMajor',
        endMonth: 'highestEducationEnd',
        degreeLevel: 'highestDegreeLevel',
        degree: 'highestDegree',
      },
    },
    {
      type: 'teacherQualification',
      match: ['qualificationKind'],
      fields: same(['qualificationKind', 'qualificationNo']),
    },
    {
      type: 'languageAbility',
      match: ['isPutonghua'],
      when: (row) => (row['putonghuaLevel'] ?? null) !== null,
      fields: same(['putonghuaLevel']),
      more: () => ({ isPutonghua: true }),
    },
  ],
  checks: [
    {
      holds: (row) => documentFault(row['idCardType'], row['idCardNo']) === null,
      message: (row) => documentFault(row['idCardType'], row['idCardNo']) ?? '',
      column: 'idCardNo',
      besides: ['idCardType'],
      code: 'E103',
    },
    {
      holds: (row, { today }) => {
        const read = citizen(row)
        const age = read && yearsUntil(read.birthDate, today)
        return age === null || (age >= ages.least && age <= ages.most)
      },
      message: `按证件号里的出生日期不满 ${ages.least} 岁或超过 ${ages.most} 岁，请核对`,
      column: 'idCardNo',
      besides: ['idCardType'],
      code: 'E103',
    },
    {
      holds: (row) => {
        const read = citizen(row)
        return read === null || (row['gender'] ?? read.gender) === read.gender
      },
      message: '与证件号里的性别不一致',
      column: 'gender',
      besides: ['idCardType', 'idCardNo'],
    },
    {
      holds: (row) => {
        const read = citizen(row)
        return read === null || (row['birthDate'] ?? read.birthDate) === read.birthDate
      },
      message: '与证件号里的出生日期不一致',
      column: 'birthDate',
      besides: ['idCardType', 'idCardNo'],
    },
    {
      holds: (row) => row['inEstablishment'] !== true || (row['employForm'] ?? null) === null,
      message: '在编人员的用人形式应空着',
      column: 'employForm',
      besides: ['inEstablishment'],
    },
    {
      holds: (row, { today }) =>
        typeof row['orgEntryMonth'] !== 'string' || row['orgEntryMonth'] <= today.slice(0, 7),
      message: '进本校年月不能晚于本月',
      column: 'orgEntryMonth',
    },
    {
      holds: (row) =>
        (row['highestDegree'] ?? null) === null || namedDegrees.has(row['highestDegreeLevel'] ?? null),
      message: ({ highestDegreeLevel: level }) =>
        `学位层次填的是“${labelOf('degreeLevel', String(level))}”，学位名称应空着，或改正学位层次`,
      column: 'highestDegree',
      besides: ['highestDegreeLevel'],
    },
    {
      holds: (row) => row['professionalTitle'] === untitled || (row['titleAppointMonth'] ?? null) !== null,
      message: '有职称的请填写职务聘任年月',
      column: 'titleAppointMonth',
      besides: ['professionalTitle'],
      code: 'E101',
    },
    {
      holds: (row) => row['qualificationKind'] === unqualified || (row['qualificationNo'] ?? null) !== null,
      message: '有教师资格证的请填写号码',
      column: 'qualificationNo',
      besides: ['qualificationKind'],
      code: 'E101',
    },
  ],
}
