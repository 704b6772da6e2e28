import { levelOf } from '../dictionaries/dictionaries.ts'
import { yearOpens, type CountedPlace, type Moment, type Person } from './attributes.ts'
import {
  aboveMinimum,
  backboneProjects,
  fittingCertificates,
  fullYears,
  isAtLeast,
  isHigherTitle,
  legalMinimum,
  monthsTo,
  oneStepHigher,
} from './bands.ts'

/** What a mark may look at beside the person. */
export interface MarkSurroundings {
  readonly moment: Moment
  readonly place: (id: number | null) => CountedPlace | undefined
}

type Predicate = (person: Person, seen: MarkSurroundings) => boolean

const among = (value: string | null, ...codes: readonly string[]): boolean =>
  value !== null && codes.includes(value)
const codes = (value: string | null): readonly string[] =>
  value === null || value === '' ? [] : value.split(',')

/**
 * Statuses of who serves (figures.md, 1.3); dictionary employmentStatus counts 04 返聘 among them, which
 * stands beside.
 */
const serving: Predicate = (p) => among(p.status, '11', '12', '13', '14', '15', '16', '17')
const outsideCategory: Predicate = (p) => among(p.staffCategory, '55', '56', '59')
const fulltime: Predicate = (p) => p.staffCategory === '11' && among(p.status, '11', '12', '13', '14', '15')

const age = (p: Person, { moment }: MarkSurroundings): number | null =>
  p.birthDate === null ? null : fullYears(p.birthDate, moment.on)
const taughtMonths = (p: Person, { moment }: MarkSurroundings): number | null =>
  p.teachStartMonth === null ? null : monthsTo(p.teachStartMonth, moment.on)
const isAbove =
  (least: Readonly<Record<string, Parameters<typeof isAtLeast>[1]>>): Predicate =>
  (p) => {
    const asked = p.stage === null ? undefined : least[p.stage]
    return asked !== undefined && p.education !== null && isAtLeast(p.education, asked)
  }
const hasMeasure =
  (least: Readonly<Record<string, unknown>>): Predicate =>
  (p) =>
    p.stage !== null && least[p.stage] !== undefined && p.education !== null

const isBackbone: Predicate = (p) =>
  p.isBackboneTeacher === 'true' || codes(p.projects).some((code) => backboneProjects.includes(code))

/** Schools of compulsory education run by the state, among which teachers rotate. */
const isRotating = (place: CountedPlace | undefined): place is CountedPlace =>
  place !== undefined && place.isPublic && place.stages.some((stage) => stage === '2' || stage === '3')

/** In the same post long enough to rotate: six whole years at one school when the school year began. */
const dueToRotate: Predicate = (p, seen) =>
  fulltime(p, seen) &&
  among(p.status, '11', '12', '13') &&
  p.inEstablishment === 'true' &&
  p.homeSince !== null &&
  fullYears(p.homeSince, yearOpens(seen.moment)) >= 6 &&
  isRotating(seen.place(p.homeId === null ? null : Number(p.homeId)))

const rotated: Predicate = (p, seen) => {
  const home = seen.place(p.homeId === null ? null : Number(p.homeId))
  const opens = yearOpens(seen.moment)
  const moved = p.since !== null && p.since >= opens && p.homeId !== null && Number(p.homeId) !== p.placeId
  const posted = p.postedOn !== null && p.postedOn >= opens
  const now = seen.place(moved ? p.placeId : posted ? p.taughtId : null)
  return isRotating(home) && isRotating(now) && now.districtId === home.districtId
}

/**
 * What is asked of each person once, on the date: sets that are counted, and answers that are counted within
 * a set. A name that ends in `Known` says that an answer is filled: an empty one is never a no (figures.md,
 * 1.7).
 */
export const marks = {
  staff: (p, s) => serving(p, s) && !outsideCategory(p, s),
  fulltime,
  outside: (p, s) => (outsideCategory(p, s) && (serving(p, s) || p.status === '04')) || p.status === '04',
  sexKnown: (p) => among(p.gender, '1', '2'),
  female: (p) => p.gender === '2',
  ethnicityKnown: (p) => p.ethnicity !== null,
  minority: (p) => p.ethnicity !== null && p.ethnicity !== '01',
  partyKnown: (p) => codes(p.politicalStatus).length > 0,
  party: (p) => codes(p.politicalStatus).some((code) => code === '01' || code === '02'),
  establishedKnown: (p) => p.inEstablishment !== null,
  established: (p) => p.inEstablishment === 'true',
  ageKnown: (p) => p.birthDate !== null,
  young: (p, s) => (age(p, s) ?? 99) <= 35,
  old: (p, s) => (age(p, s) ?? 0) >= 50,
  teachingKnown: (p) => p.teachStartMonth !== null,
  newcomer: (p, s) => p.firstOn !== null && p.firstOn >= yearOpens(s.moment),
  educationKnown: (p) => p.education !== null,
  legalKnown: hasMeasure(legalMinimum),
  legal: isAbove(legalMinimum),
  higherKnown: hasMeasure(oneStepHigher),
  higher: isAbove(oneStepHigher),
  above: isAbove(aboveMinimum),
  graduate: (p) => p.education !== null && isAtLeast(p.education, 'graduate'),
  mastersOnly: (p) =>
    p.education !== null && !isAtLeast(p.education, 'graduate') && among(p.degree, '2', '3'),
  titleKnown: (p) => p.titleLevel !== null,
  senior: (p) => among(p.titleLevel, '1', '2'),
  waitingForPost: (p) =>
    codes(p.certified).some((title) =>
      isHigherTitle(levelOf('professionalTitle', title) ?? '', p.titleLevel),
    ),
  arts: (p) => among(p.subject, '22', '23', '24', '25'),
  certificateKnown: (p) =>
    p.certificates !== null && p.stage !== null && fittingCertificates[p.stage] !== undefined,
  certified: (p) =>
    p.stage !== null &&
    codes(p.certificates).some((code) => fittingCertificates[p.stage ?? '']?.includes(code)),
  registrationKnown: (p) => p.registration !== null,
  registered: (p) => p.registration === '1',
  classTeacher: (p) => p.isClassTeacher === 'true',
  completenessKnown: (p) => p.completeness !== null,
  hoursKnown: (p) => p.weeklyHours !== null,
  backbone: isBackbone,
  talent: (p) => codes(p.projects).length > 0 || p.titleLevel === '1' || p.isSpecialGradeTeacher === 'true',
  experienced: (p, s) => (taughtMonths(p, s) ?? -1) >= 60,
  trained360: (p) => Number(p.hours5y ?? 0) >= 360,
  /** By their category, whatever became of them since. */
  teacherBefore: (p) => p.staffCategory === '11',
  /**
   * Serving, or gone: who is on the books of an institution and does not serve was no teacher there before
   * either.
   */
  counted: (p, s) => p.placeId === null || serving(p, s),
  retired: (p) => p.placeId === null && among(p.status, '01', '02'),
  /** Gone for other reasons than age and death. */
  goneElsewhere: (p) => !among(p.status, '01', '02', '03'),
  dueToRotate,
  rotated,
  rotatedBackbone: (p, s) => rotated(p, s) && isBackbone(p, s),
  ethicsKnown: (p) => p.ethics !== null,
  ethicsPassed: (p) => codes(p.ethics).some((code) => code === '1' || code === '2'),
} as const satisfies Readonly<Record<string, Predicate>>
export type MarkKey = keyof typeof marks

export const markKeys: readonly MarkKey[] = Object.keys(marks).filter((key): key is MarkKey =>
  Object.hasOwn(marks, key),
)

/** Numbers of a person that are added up. Null where one is unknown. */
export const measures = {
  age,
  teachingYears: (p: Person, s: MarkSurroundings) => {
    const months = taughtMonths(p, s)
    return months === null ? null : Math.floor(months / 12)
  },
  completeness: (p: Person) => (p.completeness === null ? null : Number(p.completeness)),
  weeklyHours: (p: Person) => (p.weeklyHours === null ? null : Number(p.weeklyHours)),
} as const
export type MeasureKey = keyof typeof measures
export const measureKeys = [
  'age',
  'teachingYears',
  'weeklyHours',
  'completeness',
] as const satisfies readonly MeasureKey[]
