import { dictionary, isServing, type DictName } from '../dictionaries/dictionaries.ts'
import { schoolYearAt, type Moment, type Person } from './attributes.ts'
import {
  bandOf,
  educationBand,
  educationBands,
  fullYears,
  localAges,
  officialAges,
  teachingYearBands,
  type Band,
} from './bands.ts'
import { measures, type MarkSurroundings } from './marks.ts'
import { otherSubjects } from './students.ts'
import { retirementGroup, retirementOf } from './retirement.ts'

/**
 * What people are grouped by. Every person falls into exactly one bucket, the last of which is who did not
 * say.
 */
export interface Dimension {
  readonly label: string
  /** In their order, without the one of who did not say. At most 254. */
  readonly buckets: (moment: Moment) => readonly Band[]
  /** Buckets without anybody are left out: a code table has many that nobody is in. */
  readonly sparse?: true
  /** The word for who did not say. */
  readonly none: string
  readonly of: (person: Person, seen: MarkSurroundings) => string | null
}

const unsaid = '未填'

const byCode = (label: string, dict: DictName, of: Dimension['of']): Dimension => ({
  label,
  // What administrators add later counts as well; headings hold nobody.
  buckets: () => dictionary(dict).items.map(({ code, label: word }) => ({ key: code, label: word })),
  none: unsaid,
  sparse: true,
  of,
})

const age = (bands: Parameters<typeof bandOf>[0], label: string): Dimension => ({
  label,
  buckets: () => bands,
  none: unsaid,
  of: ({ birthDate }, { moment }) =>
    birthDate === null ? null : bandOf(bands, fullYears(birthDate, moment.on)),
})

/** School years that the forecast of retirement looks ahead. */
const yearsAhead = 10

/** The month in which somebody retires by law; null where birth or sex is unknown. */
export function retirementMonth(person: Person): string | null {
  const found = retirementGroup(person)
  return found && person.birthDate !== null ? retirementOf(person.birthDate, found.group).month : null
}

const retirement: Dimension = {
  label: '退休学年',
  buckets: ({ schoolYear }) => [
    { key: 'overdue', label: '到龄未办' },
    ...Array.from({ length: yearsAhead }, (_, n) => ({
      key: `y${n}`,
      label: `${schoolYear + n}—${schoolYear + n + 1}学年`,
    })),
    { key: 'later', label: `${schoolYear + yearsAhead}学年以后` },
  ],
  none: '缺出生日期或性别',
  of: (person, { moment }) => {
    const month = retirementMonth(person)
    if (month === null) return null
    if (month < moment.on.slice(0, 7)) return 'overdue'
    const year = Number(month.slice(0, 4)) - (Number(month.slice(5)) >= 9 ? 0 : 1)
    const ahead = year - moment.schoolYear
    return ahead < yearsAhead ? `y${ahead}` : 'later'
  },
}

/** School years behind and ahead that the lines of who comes and goes reach. */
export const yearsShown = 5

const yearBuckets = ({ schoolYear }: Moment): Band[] =>
  Array.from({ length: yearsShown + 1 }, (_, n) => {
    const year = schoolYear - yearsShown + n
    return { key: `s${year}`, label: `${year}—${year + 1}学年` }
  })

/** The school year of a day, where it is the one of the moment or one of the five before. */
function recentYear(day: string | null, { moment }: MarkSurroundings): string | null {
  if (day === null) return null
  const year = schoolYearAt(day)
  return year <= moment.schoolYear && year >= moment.schoolYear - yearsShown ? `s${year}` : null
}

/** The last school year in which somebody belonged to an institution, of whoever belongs nowhere any more. */
export const leftYear = (person: Person, seen: MarkSurroundings): string | null =>
  person.placeId === null ? recentYear(person.lastOn, seen) : null

export const dimensions = {
  sex: {
    label: '性别',
    buckets: () => [
      { key: '1', label: '男' },
      { key: '2', label: '女' },
    ],
    none: unsaid,
    of: ({ gender }) => (gender === '1' || gender === '2' ? gender : null),
  },
  stage: byCode('学段', 'schoolStage', ({ stage }) => stage),
  officialAge: age(officialAges, '年龄段'),
  localAge: age(localAges, '年龄段（本省）'),
  teachingYears: {
    label: '教龄段',
    buckets: () => teachingYearBands,
    none: unsaid,
    of: (person, seen) => {
      const years = measures.teachingYears(person, seen)
      return years === null ? null : bandOf(teachingYearBands, years)
    },
  },
  education: {
    label: '学历',
    buckets: () => [...educationBands, { key: 'unclear', label: '无法归类' }],
    none: unsaid,
    of: ({ education }) => (education === null ? null : educationBand(education)),
  },
  title: byCode('职称级别', 'titleLevel', ({ titleLevel }) => titleLevel),
  subject: byCode('学科', 'subject', ({ subject }) => subject),
  /** As quotas are split: whoever has no subject counts with those of other subjects. */
  quotaSubject: byCode('学科', 'subject', ({ subject }) => subject ?? otherSubjects),
  category: byCode('教职工类别', 'staffCategory', ({ staffCategory }) => staffCategory),
  postCategory: byCode('岗位类别', 'positionCategory', ({ positionCategory }) => positionCategory),
  postGrade: byCode('岗位等级', 'positionGrade', ({ positionGrade }) => positionGrade),
  status: byCode('人员状态', 'employmentStatus', ({ status }) => status),
  retirement,
  entered: {
    label: '首次入职学年',
    buckets: yearBuckets,
    none: '更早，或没有登记',
    of: ({ firstOn }, seen) => recentYear(firstOn, seen),
  },
  left: { label: '离开学年', buckets: yearBuckets, none: '没有离开', of: leftYear },
  /** Why somebody is gone: the status of those who left, all who serve elsewhere in one. */
  cause: {
    label: '去向',
    buckets: () => [
      { key: 'moved', label: '调到其他单位' },
      ...dictionary('employmentStatus').items.flatMap(({ code, label }) =>
        isServing(code) ? [] : [{ key: code, label }],
      ),
    ],
    none: '没有登记',
    sparse: true,
    of: ({ status }) => (status === null ? null : isServing(status) ? 'moved' : status),
  },
} as const satisfies Readonly<Record<string, Dimension>>
export type DimensionKey = keyof typeof dimensions

export const dimensionKeys: readonly DimensionKey[] = Object.keys(dimensions).filter(
  (key): key is DimensionKey => Object.hasOwn(dimensions, key),
)

/** Key of the bucket of who did not say. */
export const noneKey = 'none'

/** Groups of dictionary urbanRural, in their order; an institution has one, and its people with it. */
export const urbanGroups = [
  { key: 'city', label: '城区', codes: ['111', '112'] },
  { key: 'town', label: '镇区', codes: ['121', '122', '123'] },
  { key: 'country', label: '乡村', codes: ['210', '220'] },
] as const

/** What stands in the rows or the columns of a panel: a dimension, the places one step below, or 城镇乡. */
export type AxisKey = DimensionKey | 'place' | 'urban'
