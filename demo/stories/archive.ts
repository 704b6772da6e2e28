import { daysBetween } from '../../server/platform/clock/clock.ts'
import type { Values } from '../../server/engine/records/codec.ts'
import { contactOf, salaryOf, schoolSide, teacherSide } from '../region/basic-values.ts'
import { LIVES_END } from '../region/lives.ts'
import type { Teacher } from '../region/people.ts'
import { studiesOf } from '../region/studies.ts'
import { DAY, daysAfter, officeTime, type Moment } from '../writing/moment.ts'
import { apply, approve, draft, look, sendBack, submit } from '../writing/moves.ts'
import type { Random } from '../writing/random.ts'
import type { Story } from '../writing/story.ts'
import { evidenceFor, reviewerOf, type Archive, type Scene } from './scene.ts'

/** What is settled lies at least this many days back, so that what is pending comes after it. */
const SETTLED = 18

/**
 * The day on which the school registered a teacher: at most four years and a half ago, never before they
 * came.
 */
function registered(random: Random, teacher: Teacher): number {
  const known = daysBetween(`${teacher.life.orgEntry}-01`, LIVES_END)
  return -Math.min(Math.max(known, 60), 1400 + random.int(0, 240))
}

/** Drafted, submitted and passed, each after the other. Returns when it took effect. */
function pass(
  scene: Scene,
  random: Random,
  story: Story,
  given: Values,
  from: Moment,
  files?: readonly string[],
): Moment {
  const { hand } = teacherOf(scene, story)
  draft(story, hand, given, from, files)
  const submitted = daysAfter(random, from, 1, 2)
  submit(story, hand, submitted)
  const approved = daysAfter(random, submitted, 1, 5)
  approve(story, reviewerOf(scene, story), approved)
  return approved
}

function teacherOf(scene: Scene, story: Story): Teacher {
  const found = scene.region.teachers[story.owner.id - 1]
  if (!found) throw new Error('demo: no such teacher')
  return found
}

/** A later version, if there is room for it in the past. */
function amend(scene: Scene, random: Random, story: Story, given: Values, from: Moment): Moment {
  const begun = daysAfter(random, from, 300, 800)
  return begun < -(SETTLED + 12) * DAY ? pass(scene, random, story, given, begun) : from
}

interface Basic {
  readonly story: Story
  readonly complete: boolean
  readonly at: Moment
}

/**
 * Registered by the school, filled by the teacher, changed now and then. One in eleven is still as the
 * school left it.
 */
function basicOf(scene: Scene, random: Random, teacher: Teacher, complete: boolean): Basic {
  const { life, hand, school } = teacher
  const begun = officeTime(random, registered(random, teacher))
  const story = scene.ledger.open('basicInfo', teacher.owner, begun)
  const office = scene.region.officer(school.id)
  const theirs: Values = { ...schoolSide(random, life), staffNo: teacher.staffNo }
  const mine = teacherSide(random, life)
  if (!complete) {
    const left = random.pick([
      ['itCapability'],
      ['itCapability', 'teacherSource'],
      ['isBackboneTeacher', 'itCapability', 'politicalStatus'],
    ])
    apply(story, office, { ...theirs, ...mine, ...Object.fromEntries(left.map((key) => [key, null])) }, begun)
    return { story, complete, at: begun }
  }
  apply(story, office, theirs, begun)
  const from = daysAfter(random, begun, 3, 6)
  const photo =
    random.chance(0.86) || hand.id === 1
      ? scene.evidence.upload(`portrait${life.gender === '1' ? 1 : 2}`, hand.id, from)
      : null
  let at = pass(scene, random, story, { ...mine, photo }, from)
  if (random.chance(0.24)) {
    const post = random.pick(['21', '22', '23', '24', '34'].filter((code) => code !== mine['postOccupation']))
    at = amend(scene, random, story, { postOccupation: post, isBackboneTeacher: true }, at)
  }
  const changed = daysAfter(random, at, 120, 500)
  if (theirs['contractKind'] === '2' && changed < -SETTLED * DAY && random.chance(0.5)) {
    apply(story, office, { contractKind: '3' }, changed)
    at = changed
  }
  return { story, complete, at }
}

/**
 * One study experience from draft to approval; a few were returned once, a few were corrected years later.
 */
function studyOf(scene: Scene, random: Random, teacher: Teacher, values: Values, from: Moment): Story {
  const known = daysBetween(`${String(values['endMonth'])}-28`, LIVES_END) - 20
  const begun = Math.max(daysAfter(random, from, 1, 3), officeTime(random, -Math.max(known, SETTLED + 10)))
  const story = scene.ledger.open('studyExperience', teacher.owner, begun)
  const room = begun < -80 * DAY
  const files = evidenceFor(scene, random, teacher, values, begun)
  if (room && random.chance(0.06)) returnedOnce(scene, random, story, values, begun, files)
  else pass(scene, random, story, values, begun, files)
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
  story: Story,
  values: Values,
  begun: Moment,
  files: readonly string[],
): void {
  const { hand } = teacherOf(scene, story)
  draft(story, hand, { ...values, educationCertNo: null }, begun, files)
  const submitted = daysAfter(random, begun, 1, 2)
  submit(story, hand, submitted)
  const office = reviewerOf(scene, story)
  const back = daysAfter(random, submitted, 1, 6)
  look(story, office, back - 600_000)
  sendBack(story, office, back, [{ key: 'educationCertNo', reason: '学历证书编号与佐证材料不一致' }])
  pass(scene, random, story, values, daysAfter(random, back, 1, 5))
}

function contactsOf(scene: Scene, random: Random, teacher: Teacher, from: Moment): void {
  if (!teacher.reachable) return
  const at = daysAfter(random, from, 1, 3)
  const story = scene.ledger.open('contactInfo', teacher.owner, at)
  const values = contactOf(random, teacher.life)
  const moved = daysAfter(random, at, 200, 700)
  const again = random.chance(0.15) && moved < -DAY
  apply(story, teacher.hand, again ? { ...values, address: null } : values, at)
  if (again) apply(story, teacher.hand, { address: values['address'] ?? '海韵路8号', wechat: null }, moved)
}

/**
 * Pay of last year for everybody who worked then, of the year before for half of them; entered at the start
 * of a year.
 */
function salariesOf(scene: Scene, random: Random, teacher: Teacher, year: number, yearBegan: Moment): void {
  const office = scene.region.officer(teacher.school.id)
  for (const back of random.chance(0.5) ? [2, 1] : [1]) {
    const paid = year - back
    if (
      Number(teacher.life.workStart.slice(0, 4)) > paid - 1 ||
      Number(teacher.life.orgEntry.slice(0, 4)) > paid
    )
      continue
    const opened = back === 1 ? yearBegan : yearBegan - 365 * DAY
    const at = Math.max(opened, Math.min(opened + officeTime(random, random.int(8, 70)), -3_600_000))
    apply(scene.ledger.open('salary', teacher.owner, at), office, salaryOf(random, teacher.life, paid), at)
  }
}

/** Writes the settled part of one teacher's archive. `year`: today's year, with the moment it began. */
export function writeArchive(scene: Scene, teacher: Teacher, now: { year: number; began: Moment }): Archive {
  const random = scene.random.fork(`archive/${teacher.id}`)
  const named = scene.region.persons[teacher.personId - 1]?.loginName !== null
  const basic = basicOf(scene, random.fork('basic'), teacher, named || random.chance(0.91))
  const own = random.fork('studies')
  const studies = studiesOf(own, teacher.life).map((values) => studyOf(scene, own, teacher, values, basic.at))
  contactsOf(scene, random.fork('contact'), teacher, basic.at)
  salariesOf(scene, random.fork('salary'), teacher, now.year, now.began)
  return { teacher, basic: basic.story, complete: basic.complete, studies }
}
