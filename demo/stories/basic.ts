import { daysBetween } from '../../server/platform/clock/clock.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { apply, DAY, dayOf, type Moment, type RecordLife } from '../../server/engine/bulk/index.ts'
import { schoolSide, teacherSide } from '../region/basic-values.ts'
import { LIVES_END } from '../region/lives.ts'
import type { Teacher } from '../region/people.ts'
import { daysAfter, officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import type { Scene } from './scene.ts'
import { beginningOf, pass, SETTLED } from './settle.ts'

/** Days for which the region has kept archives: ten years and some weeks. */
export const KEPT = 3_680

/**
 * The day on which somebody's archive was begun: when the region began to keep them, or within months of the
 * first job.
 */
function registered(random: Random, teacher: Teacher): number {
  const known = daysBetween(`${teacher.life.workStart}-01`, LIVES_END) - 20
  return -Math.min(Math.max(known, 60), KEPT + random.int(0, 120))
}

interface Basic {
  readonly story: RecordLife
  readonly complete: boolean
  readonly begun: Moment
  readonly at: Moment
}

/** What was otherwise when the archive was begun, with the change that made it as it is. */
interface Earlier {
  readonly by: 'school' | 'self'
  readonly was: Values
  readonly at: Moment
}

/** What has changed in ten years: marriage, party, skills, post, school. */
function earlierOf(scene: Scene, random: Random, teacher: Teacher, now: Values, begun: Moment): Earlier[] {
  const { life } = teacher
  const month = dayOf(scene.ledger.load.anchor, begun).slice(0, 7)
  const found: Earlier[] = []
  const on = (day: string): Moment => daysAfter(random, beginningOf(scene, day), 5, 40)
  const sometime = (): Moment =>
    officeTime(
      random,
      Math.floor(begun / DAY) + random.int(120, Math.max(121, -Math.floor(begun / DAY) - 60)),
    )
  const self = (was: Values, at: Moment) => found.push({ by: 'self', was, at })
  if (life.orgEntry > month)
    found.push({ by: 'school', was: { orgEntryMonth: life.workStart }, at: on(`${life.orgEntry}-05`) })
  if (now['contractKind'] === '2' && random.chance(0.5))
    found.push({ by: 'school', was: { contractKind: '1' }, at: sometime() })
  if (now['maritalStatus'] === '20' && Number(life.birthDate.slice(0, 4)) > 1984)
    self({ maritalStatus: '10' }, sometime())
  const joined = now['partyJoinDate']
  if (now['politicalStatus']?.toString() === '01' && typeof joined === 'string' && joined > month) {
    self({ politicalStatus: ['13'], partyJoinDate: null }, on(`${joined}-20`))
  }
  if (random.chance(0.4) && now['itCapability'] !== '4') self({ itCapability: '4' }, sometime())
  if (random.chance(0.3) && now['postOccupation'] !== '10') self({ postOccupation: '10' }, sometime())
  return found.sort((a, b) => a.at - b.at)
}

/**
 * Each some weeks after the one before, so that none meets another under review; what is too late to settle
 * was always so.
 */
function spaced(changes: readonly Earlier[], from: Moment): Earlier[] {
  let last = from
  return changes.flatMap((change) => {
    const at = Math.max(change.at, last + 25 * DAY)
    if (at > -(SETTLED + 12) * DAY) return []
    last = at
    return [{ ...change, at }]
  })
}

/**
 * Registered by the school, filled by the teacher, changed now and then. One in twenty-five is still as the
 * school left it.
 */
export function basicOf(
  scene: Scene,
  random: Random,
  teacher: Teacher,
  complete: boolean,
  flaw: Flaw | null,
): Basic {
  const { life, hand, school } = teacher
  const begun = officeTime(random, registered(random, teacher))
  const story = scene.ledger.open('basicInfo', teacher.owner, begun)
  const office = scene.region.officer(school.id)
  const theirs: Values = { ...schoolSide(random, life), staffNo: teacher.staffNo }
  // A slip of the pen that the examination of archives will find.
  if (flaw === 'birthday')
    theirs['birthDate'] = `${life.birthDate.slice(0, 8)}${life.birthDate.endsWith('15') ? '16' : '15'}`
  const mine = teacherSide(random, life)
  const whole: Values = { ...theirs, ...mine }
  if (!complete) {
    const left = random.pick([
      ['itCapability'],
      ['itCapability', 'teacherSource'],
      ['isBackboneTeacher', 'itCapability', 'politicalStatus'],
    ])
    apply(
      story,
      { by: office, at: begun },
      { ...whole, ...Object.fromEntries(left.map((key) => [key, null])) },
    )
    return { story, complete, begun, at: begun }
  }
  const from = daysAfter(random, begun, 3, 6)
  const changes = spaced(earlierOf(scene, random, teacher, whole, begun), from)
  const earlier = (by: Earlier['by']): Values =>
    Object.assign({}, ...changes.filter((c) => c.by === by).map((c) => c.was)) as Values
  apply(story, { by: office, at: begun }, { ...theirs, ...earlier('school') })
  const photo =
    random.chance(0.86) || hand.id === 1
      ? scene.evidence.upload(`portrait${life.gender === '1' ? 1 : 2}`, hand.id, from)
      : null
  pass(scene, random, story, hand, { ...mine, ...earlier('self'), photo }, from)
  for (const change of changes) {
    const now = Object.fromEntries(Object.keys(change.was).map((key) => [key, whole[key] ?? null]))
    if (change.by === 'self') pass(scene, random, story, hand, now, change.at)
    else apply(story, { by: office, at: change.at }, now)
  }
  return { story, complete, begun, at: from }
}

export const flaws = ['noLanguage', 'noQualification', 'noPost', 'highGrade', 'birthday', 'noStudy'] as const
/** What is wrong with an archive: something missing, or something that contradicts something else. */
export type Flaw = (typeof flaws)[number]
