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
import { contactOf, salaryOf } from '../region/basic-values.ts'
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
  researcherFacts,
  teachingFacts,
  yearlyFacts,
} from './facts.ts'
import { evidenceFor, reviewerOf, type Archive, type Scene } from './scene.ts'
import { beginningOf, pass, settle, SETTLED } from './settle.ts'
import { basicOf, flaws, type Flaw } from './basic.ts'
import { thisYearFacts } from './this-year.ts'

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
  const { anchor } = scene.ledger.load
  const span = { begun: dayOf(anchor, basic.begun), year: now.year, today: dayOf(anchor, 0) }
  const facts = [
    careerFacts,
    certificateFacts,
    teachingFacts,
    professionalFacts,
    researcherFacts,
    privateFacts,
    yearlyFacts,
  ].flatMap((tell) => tell(random.fork(tell.name), about, span))
  facts.push(...otherFacts(random.fork('others'), about, span, scene.ledger.load.engine.records))
  facts.push(...thisYearFacts(random.fork('this year'), about, span, { named }))
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
