/**
 * What is known of a person who is counted, and where it is read. The engine that counts names no record
 * type: it reads what stands here. Values are texts as the database writes them; several codes are joined by
 * commas.
 */

/**
 * Years of a record field that count, relative to the year of the date: `first` 4 before it, `last` the year
 * itself.
 */
export interface YearWindow {
  readonly field: string
  /** Calendar years, or school years (1 September to 31 August) named by the year in which they begin. */
  readonly of: 'calendar' | 'school'
  readonly first: number
  readonly last: number
}

export type Source =
  /** Where the person belongs, read from memberships and the ledger of personnel. */
  | { readonly from: 'belonging' }
  /** A field of a record that everybody has once. */
  | { readonly from: 'single'; readonly record: string; readonly field: string }
  /** The different codes of a field over all records, of those whose day in `until` is empty or not past. */
  | {
      readonly from: 'codes'
      readonly record: string
      readonly field: string
      readonly until?: string
      readonly years?: YearWindow
    }
  /**
   * The sum of a number field. `latest`: only over the records that are last by these fields, the first of
   * them first.
   */
  | {
      readonly from: 'sum'
      readonly record: string
      readonly field: string
      readonly years: YearWindow
      readonly where?: { readonly field: string; readonly is: string }
      readonly latest?: readonly string[]
    }
  /** How complete the archive is now, as it was examined last; of no past day. */
  | { readonly from: 'examined' }
  /** The field of the record that is last by `order`. */
  | { readonly from: 'latest'; readonly record: string; readonly field: string; readonly order: string }

const basic = (field: string) => ({ from: 'single', record: 'basicInfo', field }) as const
const belonging = { from: 'belonging' } as const

/** Every attribute by its key, in the order in which a frozen run keeps the values. */
export const attributes = {
  /** Code of dictionary employmentStatus. */
  status: belonging,
  /** First day at the present institution. */
  since: belonging,
  /** First day at any institution. */
  firstOn: belonging,
  /** The institution that kept the personnel file on the day before the school year began, and since when. */
  homeId: belonging,
  homeSince: belonging,
  /**
   * Of whoever belongs nowhere any more: the institution that kept the personnel file last, and the last day
   * there.
   */
  lastId: belonging,
  lastOn: belonging,
  /** First day of the lessons at another institution, where somebody teaches full-time there. */
  postedOn: belonging,
  gender: basic('gender'),
  birthDate: basic('birthDate'),
  ethnicity: basic('ethnicity'),
  politicalStatus: basic('politicalStatus'),
  staffCategory: basic('staffCategory'),
  inEstablishment: basic('inEstablishment'),
  teachStartMonth: basic('teachStartMonth'),
  orgEntryMonth: basic('orgEntryMonth'),
  stage: basic('schoolStage'),
  subject: basic('mainSubject'),
  education: basic('highestEducation'),
  degree: basic('highestDegreeLevel'),
  positionCategory: basic('positionCategory'),
  positionGrade: basic('positionGrade'),
  titleLevel: basic('titleLevel'),
  isClassTeacher: basic('isClassTeacher'),
  isBackboneTeacher: basic('isBackboneTeacher'),
  isSpecialGradeTeacher: basic('isSpecialGradeTeacher'),
  completeness: { from: 'examined' },
  certificates: { from: 'codes', record: 'teacherQualification', field: 'qualificationKind' },
  registration: {
    from: 'latest',
    record: 'periodicRegistration',
    field: 'registrationConclusion',
    order: 'registerDate',
  },
  projects: { from: 'codes', record: 'talentProject', field: 'talentProject', until: 'validUntil' },
  certified: { from: 'codes', record: 'titleCertification', field: 'professionalTitle' },
  ethics: {
    from: 'codes',
    record: 'ethicsAssessment',
    field: 'ethicsResult',
    years: { field: 'assessYear', of: 'calendar', first: 1, last: 1 },
  },
  weeklyHours: {
    from: 'sum',
    record: 'teachingRecord',
    field: 'weeklyHours',
    years: { field: 'schoolYear', of: 'school', first: 1, last: 0 },
    where: { field: 'teachingStatus', is: '20' },
    latest: ['schoolYear', 'semester'],
  },
  hours5y: {
    from: 'sum',
    record: 'trainingRegistration',
    field: 'creditHours',
    years: { field: 'trainingYear', of: 'calendar', first: 4, last: 0 },
  },
} as const satisfies Readonly<Record<string, Source>>
export type AttributeKey = keyof typeof attributes

/** Keys in their order. */
export const attributeKeys: readonly AttributeKey[] = Object.keys(attributes).filter(
  (key): key is AttributeKey => Object.hasOwn(attributes, key),
)

/** A person as counted: the attributes on the date; null where nothing is known. */
export type Person = Readonly<Record<AttributeKey, string | null>> & {
  readonly teacherId: number
  /** The institution that keeps the personnel file, and the one where the person teaches; null for none. */
  readonly placeId: number | null
  readonly taughtId: number | null
}

/** An institution as it is counted. */
export interface CountedPlace {
  readonly districtId: number | null
  /** Group of dictionary urbanRural. */
  readonly urban: 'city' | 'town' | 'country' | null
  /** Codes of schoolStage that it teaches. */
  readonly stages: readonly string[]
  /** Run by the state (schoolRunType 21). */
  readonly isPublic: boolean
}

/** The date of the figures. */
export interface Moment {
  readonly on: string
  readonly year: number
  /** The year in which the school year of the date began. */
  readonly schoolYear: number
}

export function momentOf(on: string): Moment {
  const year = Number(on.slice(0, 4))
  return { on, year, schoolYear: Number(on.slice(5, 7)) >= 9 ? year : year - 1 }
}

/** The school year that a day lies in, by the year in which it begins. */
export const schoolYearAt = (day: string): number => momentOf(day).schoolYear

/** The first day of the school year of a moment. */
export const yearOpens = ({ schoolYear }: Moment): string => `${schoolYear}-09-01`
