import { pupilsPerStaff, schoolYearOf } from '../../catalogue/institutions/norms.ts'
import { apply } from '../../server/engine/bulk/index.ts'
import type { Owner } from '../../server/engine/engine.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { placeOf, type Institution } from '../region/institutions.ts'
import type { Teacher } from '../region/people.ts'
import { officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import type { Archive, Scene } from './scene.ts'

/** Pupils of a class in a demo school. */
const CLASS = 43
/** The shares of approved posts by grade of a school's teachers: 中级, 高级 and 初级 as they were usual. */
const grades = [
  ['107', 0.16],
  ['109', 0.42],
  ['111', 0.42],
] as const

const countBy = (staff: readonly Teacher[], keyOf: (teacher: Teacher) => string): [string, number][] =>
  [...Map.groupBy(staff, keyOf)].map(([key, those]): [string, number] => [key, those.length]).sort()

/** Pupils and classes of each stage, about as many as the norms have for its teachers. */
function pupilsOf(random: Random, staff: readonly Teacher[], schoolYear: number): Values[] {
  return countBy(staff, ({ life }) => life.stage).map(([schoolStage, teachers]) => {
    const norm = pupilsPerStaff[schoolStage] ?? 10
    const students = Math.round(teachers * norm * (0.88 + random.int(0, 20) / 100))
    return { schoolYear, schoolStage, students, classes: Math.max(1, Math.round(students / CLASS)) }
  })
}

/** The quota by subject: as many as teach it, a few more or fewer, together `granted`. */
function quotasOf(staff: readonly Teacher[], granted: number, schoolYear: number, docNo: string): Values[] {
  const subjects = countBy(staff, ({ life }) => life.subject)
  const over = granted - staff.length
  const most = subjects.toSorted(([, a], [, b]) => b - a).map(([subject]) => subject)
  const extra = (subject: string) => {
    const place = most.indexOf(subject)
    const whole = Math.trunc(over / most.length)
    return whole + (place < Math.abs(over % most.length) ? Math.sign(over) : 0)
  }
  return subjects.map(([subject, people]) => ({ schoolYear, subject, quota: people + extra(subject), docNo }))
}

function postsOf(granted: number, schoolYear: number, docNo: string): Values[] {
  return grades.map(([positionGrade, share]) => ({
    schoolYear,
    positionCategory: '1',
    positionGrade,
    posts: Math.round(granted * share),
    docNo,
  }))
}

/**
 * As many posts as a school was granted: about as many as it has in establishment. Most have some free, as
 * those have to which somebody is transferred (demo/processes.ts); some are over.
 */
const grantedTo = (school: Pick<Institution, 'id'>, people: number): number =>
  people + ((school.id * 7) % 13) - 2

/**
 * Writes what a school has in two school years: pupils and classes by itself, quota and posts by the office
 * above.
 */
export function writeFigures(scene: Scene, key: string, archives: readonly Archive[], day: string): void {
  const staff = scene.region.staff(key)
  const [first] = staff
  if (!first) return
  const { school } = first
  const random = scene.random.fork(`figures/${school.code}`)
  const owner: Owner = {
    id: school.id,
    kind: 'institution',
    personId: null,
    name: school.name,
    ...placeOf(school),
  }
  const own = scene.region.officer(school.id)
  const { region } = scene
  const staffed = (id: number | null) => region.identities.some(({ institutionId }) => institutionId === id)
  const offices = [school.districtId, school.cityId, school.provinceId]
  const above = region.officer(offices.find((id) => id !== null && staffed(id)) ?? school.id)
  const keep = (type: string, by: typeof own, days: number, rows: readonly Values[]) => {
    const at = officeTime(random, -days)
    for (const values of rows) apply(scene.ledger.open(type, owner, at), { by, at }, values)
  }
  const posted = archives
    .filter(({ basic }) => basic.row?.values['inEstablishment'] === true)
    .map(({ teacher }) => teacher)
  const granted = grantedTo(school, posted.length)
  for (const [back, days] of [
    [1, 380],
    [0, 20],
  ] as const) {
    const year = schoolYearOf(day) - back
    const docNo = `编办〔${year}〕${10 + (school.id % 40)}号`
    keep('studentNumbers', own, days, pupilsOf(random, staff, year))
    keep('staffQuota', above, days + 5, quotasOf(posted, granted - back, year, docNo))
    keep('approvedPost', above, days + 5, postsOf(granted, year, docNo))
  }
}
