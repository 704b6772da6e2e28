import { daysBetween } from '../../server/platform/clock/clock.ts'
import type { Values } from '../../server/engine/records/index.ts'
import {
  apply,
  DAY,
  dayOf,
  draft,
  look,
  type Moment,
  type RecordLife,
  sendBack,
  submit,
} from '../../server/engine/bulk/index.ts'
import { contactOf, salaryOf, schoolSide, teacherSide } from '../region/basic-values.ts'
import { LIVES_END } from '../region/lives.ts'
import type { Teacher } from '../region/people.ts'
import { careerOf } from '../region/careers.ts'
import { studiesOf } from '../region/studies.ts'
import { placesOf, type About } from '../archive/about.ts'
import { daysAfter, officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import {
  careerFacts,
  certificateFacts,
  otherFacts,
  privateFacts,
  professionalFacts,
  teachingFacts,
  yearlyFacts,
} from './facts.ts'
import { evidenceFor, reviewerOf, type Archive, type Scene } from './scene.ts'
import { beginningOf, pass, settle, SETTLED } from './settle.ts'

/** Days for which the region has kept archives: ten years and some weeks. */
const KEPT = 3_680

/**
 * The day on which somebody's archive was begun: when the region began to keep them, or within months of the
 * first job.
 */
function registered(random: Random, teacher: Teacher): number {
  const known = daysBetween(`${teacher.life.workStart}-01`, LIVES_END) - 20
  return -Math.min(Math.max(known, 60), KEPT + random.int(0, 120))
}

function teacherOf(scene: Scene, story: RecordLife): Teacher {
  const found = scene.region.teachers[story.owner.id - 1]
  if (!found) throw new Error('demo: no such teacher')
  return found
}

/** A later version, if there is room for it in the past. */
function amend(scene: Scene, random: Random, story: RecordLife, given: Values, from: Moment): Moment {
  const begun = daysAfter(random, from, 300, 1500)
  return begun < -(SETTLED + 12) * DAY
    ? pass(scene, random, story, teacherOf(scene, story).hand, given, begun)
    : from
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
function basicOf(
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

/**
 * One study experience from draft to approval; a few were returned once, a few were corrected years later.
 */
function studyOf(scene: Scene, random: Random, teacher: Teacher, values: Values, from: Moment): RecordLife {
  const known = daysBetween(`${String(values['endMonth'])}-28`, LIVES_END) - 20
  const begun = Math.max(daysAfter(random, from, 11, 16), officeTime(random, -Math.max(known, SETTLED + 10)))
  const story = scene.ledger.open('studyExperience', teacher.owner, begun)
  const room = begun < -80 * DAY
  const files = evidenceFor(scene, random, teacher, values, begun, isNamed(scene, teacher))
  if (room && random.chance(0.06)) returnedOnce(scene, random, story, values, begun, files)
  else pass(scene, random, story, teacher.hand, values, begun, files)
  if (room && random.chance(0.14)) {
    const certificate = String(values['educationCertNo'] ?? '991010000000')
    const corrected = random.chance(0.5)
      ? {
          educationCertNo: `${certificate.slice(0, 10)}${random.int(1_000_000, 9_999_999)}`,
        }
      : { major: `${String(values['major'])}（师范）`, isNormalMajor: true }
    const at = amend(scene, random, story, corrected, story.row?.appliedAt ?? begun)
    if (random.chance(0.2)) amend(scene, random, story, { studyUnitType: '9' }, at)
  }
  return story
}

function returnedOnce(
  scene: Scene,
  random: Random,
  story: RecordLife,
  values: Values,
  begun: Moment,
  files: readonly string[],
): void {
  const { hand } = teacherOf(scene, story)
  draft(story, { by: hand, at: begun }, { ...values, educationCertNo: null }, files)
  const submitted = daysAfter(random, begun, 1, 2)
  submit(story, { by: hand, at: submitted })
  const office = reviewerOf(scene, story)
  const back = daysAfter(random, submitted, 1, 6)
  look(story, { by: office, at: back - 600_000 })
  sendBack(story, { by: office, at: back }, [
    { key: 'educationCertNo', reason: '学历证书编号与佐证材料不一致' },
  ])
  pass(scene, random, story, hand, values, daysAfter(random, back, 1, 5))
}

/** How to reach somebody; many have moved or taken another number since. */
function contactsOf(scene: Scene, random: Random, teacher: Teacher, from: Moment): void {
  if (!teacher.reachable) return
  let at = daysAfter(random, from, 1, 3)
  const story = scene.ledger.open('contactInfo', teacher.owner, at)
  const values = contactOf(random, teacher.life)
  const before: Values[] = []
  if (random.chance(0.4))
    before.push({
      address: random.chance(0.5)
        ? null
        : `望海街${random.int(1, 90)}号${random.int(1, 6)}栋${random.int(101, 802)}`,
    })
  if (random.chance(0.25)) before.push({ wechat: null, qq: null })
  apply(story, { by: teacher.hand, at }, Object.assign({}, values, ...before) as Values)
  for (const earlier of before) {
    at = daysAfter(random, at, 200, 1400)
    if (at > -DAY) return
    const now = Object.fromEntries(Object.keys(earlier).map((key) => [key, values[key] ?? null]))
    if (Object.entries(now).some(([key, value]) => earlier[key] !== value))
      apply(story, { by: teacher.hand, at }, now)
  }
}

/** Pay of every year of work, at most ten; entered at the start of the year after, now and then corrected. */
function salariesOf(
  scene: Scene,
  random: Random,
  teacher: Teacher,
  { year, began }: Now,
  begun: Moment,
): void {
  const office = scene.region.officer(teacher.school.id)
  const first = Math.max(year - 10, Number(teacher.life.workStart.slice(0, 4)))
  for (let paid = first; paid < year; paid += 1) {
    const opened = paid === year - 1 ? began : beginningOf(scene, `${paid + 1}-01-01`)
    const at = Math.max(opened, Math.min(opened + officeTime(random, random.int(8, 70)), -3_600_000))
    const values = salaryOf(random, teacher.life, paid)
    if (at <= begun) continue
    const story = scene.ledger.open('salary', teacher.owner, at)
    apply(story, { by: office, at }, values)
    const mended = daysAfter(random, at, 20, 90)
    if (!random.chance(0.03) || mended > -DAY) continue
    const more = random.int(2, 9) * 100
    const [other, whole] = [Number(values['otherSubsidy']) + more, Number(values['annualIncome']) + more * 12]
    apply(
      story,
      { by: office, at: mended },
      { otherSubsidy: other.toFixed(2), annualIncome: whole.toFixed(2), remark: '更正其他津贴补贴' },
    )
  }
}

const flaws = ['noLanguage', 'noQualification', 'noPost', 'highGrade', 'birthday', 'noStudy'] as const
/** What is wrong with an archive: something missing, or something that contradicts something else. */
type Flaw = (typeof flaws)[number]
const missing: Readonly<Partial<Record<Flaw, readonly string[]>>> = {
  noLanguage: ['languageAbility'],
  noQualification: ['teacherQualification', 'periodicRegistration'],
  noPost: ['postAppointment'],
}

interface Now {
  readonly year: number
  readonly began: Moment
}

const isNamed = (scene: Scene, teacher: Teacher): boolean =>
  scene.region.persons[teacher.personId - 1]?.loginName !== null

/** Writes the settled part of one teacher's archive. `year`: today's year, with the moment it began. */
export function writeArchive(scene: Scene, teacher: Teacher, now: Now): Archive {
  const random = scene.random.fork(`archive/${teacher.id}`)
  const named = isNamed(scene, teacher)
  const flaw = !named && random.chance(0.035) ? random.pick(flaws) : null
  const basic = basicOf(scene, random.fork('basic'), teacher, named || random.chance(0.975), flaw)
  const own = random.fork('studies')
  const invented = flaw === 'noStudy' ? [] : studiesOf(own, teacher.life)
  const studies = invented.map((values) => studyOf(scene, own, teacher, values, basic.at))
  contactsOf(scene, random.fork('contact'), teacher, basic.at)
  salariesOf(scene, random.fork('salary'), teacher, now, basic.begun)
  const career = careerOf(random.fork('career'), teacher)
  const posts =
    flaw === 'highGrade'
      ? career.posts.map((post) => (post.to === null ? { ...post, grade: '104' } : post))
      : career.posts
  const about: About = {
    teacher,
    life: teacher.life,
    career: { ...career, posts },
    places: placesOf(teacher),
  }
  const span = { begun: dayOf(scene.ledger.load.anchor, basic.begun), year: now.year }
  const facts = [
    careerFacts,
    certificateFacts,
    teachingFacts,
    professionalFacts,
    privateFacts,
    yearlyFacts,
  ].flatMap((tell) => tell(random.fork(tell.name), about, span))
  facts.push(...otherFacts(random.fork('others'), about, span, scene.ledger.load.engine.records))
  const left = (flaw && missing[flaw]) ?? []
  settle(
    scene,
    random.fork('settle'),
    about,
    basic.at,
    facts.filter(({ type }) => !left.includes(type)),
  )
  return { teacher, basic: basic.story, complete: basic.complete, studies, about }
}
