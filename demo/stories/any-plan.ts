import { anyCases, caseTypesOf, type AnyCase } from './any-cases.ts'
import type { Archive, Scene } from './scene.ts'

type CaseName = keyof typeof anyCases

/** Types that the district reviews too; the city reviews the last four of them, or what says so. */
const ofArea = [
  'postAppointment',
  'techPositionAppointment',
  'teacherQualification',
  'periodicRegistration',
  'paper',
  'achievementAward',
  'patent',
  'researchRecord',
  'writing',
  'rotation',
  'talentProject',
  'rewardHonor',
  'sharedResource',
  'titleCertification',
]
const ofCity = ['talentProject', 'rewardHonor', 'sharedResource', 'titleCertification', 'titleCertification']

/** Schools between which the states of all types are divided, so that each district has some of each. */
const mixed = [
  'senior',
  'junior',
  'harbour',
  'wildGoose',
  'wave',
  'jade',
  'tide',
  'clouds',
  'steadfast',
  'whetstone',
]
const states: readonly CaseName[] = [
  'drafted',
  'returned',
  'rejected',
  'appealed',
  'withdrawn',
  'voided',
  'discarded',
  'again',
]

/**
 * Schools whose teachers hand in one of every type, of every type the district reviews, of every type the
 * city reviews.
 */
const everyType = ['senior', 'senior', 'junior', 'direct']
const everyOfArea = ['senior', 'harbour', 'wildGoose', 'junior', 'wave', 'nineYear', 'jade']
const everyOfCity = ['senior', 'wildGoose', 'wave', 'junior', 'direct', 'clouds']
/** What waits with the officers of the journeys has evidence of its own. */
const isDrawn = (key: string, name: CaseName): boolean =>
  everyType.includes(key) || name === 'area' || name === 'city' || name === 'province'

interface CasePlan {
  readonly type: string
  readonly name: CaseName
}

const times = (list: readonly string[], key: string): number => list.filter((k) => k === key).length

function planOf(
  key: string,
  caseTypes: readonly string[],
  chance: (probability: number) => boolean,
): CasePlan[] {
  const found: CasePlan[] = []
  const add = (types: readonly string[], name: CaseName, count = 1) => {
    for (let i = 0; i < count; i += 1) for (const type of types) found.push({ type, name })
  }
  add(caseTypes, 'school', times(everyType, key))
  add(ofArea, 'area', times(everyOfArea, key))
  add(ofCity, 'city', times(everyOfCity, key))
  if (everyOfCity.includes(key)) add(['sharedResource'], 'province')
  const place = mixed.indexOf(key)
  caseTypes.forEach((type, i) => {
    states.forEach((name, j) => {
      if (place >= 0 && (i + 3 * j) % mixed.length === place) found.push({ type, name })
    })
    // Everywhere a little is going on.
    if (chance(0.1)) found.push({ type, name: 'school' })
    if (chance(0.04)) found.push({ type, name: 'drafted' })
    if (chance(0.03)) found.push({ type, name: 'returned' })
  })
  return found
}

/**
 * Lets what is going on in a school with records of all other types happen, to teachers whom nobody knows by
 * name.
 */
export function tellAnyPlan(scene: Scene, key: string, archives: readonly Archive[]): void {
  const random = scene.random.fork(`any/${key}`)
  const named = (a: Archive) => scene.region.persons[a.teacher.personId - 1]?.loginName !== null
  let free: Archive[] = []
  planOf(key, caseTypesOf(scene.ledger.load.engine.records), random.chance).forEach(({ type, name }, nth) => {
    const own = random.fork(`${type}/${name}/${nth}`)
    // Whom it does not fit keeps the place in the row for the next thing.
    for (let tries = 0; tries < 40; tries += 1) {
      if (free.length === 0) free = random.shuffled(archives.filter((a) => a.complete && !named(a)))
      const at = tries % Math.max(1, free.length)
      const archive = free[at]
      if (!archive) return
      const busy = scene.ledger
        .recordsOf(archive.teacher.owner, type)
        .some((s) => s.revisions.some((r) => r.replacedAt === null && r.state !== 'approved'))
      const c: AnyCase = { scene, archive, random: own, type, days: (nth * 5) % 9, drawn: isDrawn(key, name) }
      if (busy || !anyCases[name](c)) continue
      free.splice(at, 1)
      return
    }
  })
}
