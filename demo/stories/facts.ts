import type { AnyRecord } from '../../catalogue/define.ts'
import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { dayIn, plusDays, yearOf, type About } from '../archive/about.ts'
import {
  certificateMakers,
  firstQualification,
  putonghua,
  qualifiedOn,
  registrationOf,
} from '../archive/certificates.ts'
import { ethicsReviewOf, honourOf, otherOf, punishmentOf, relativeOf } from '../archive/honours.ts'
import { makerOf, withoutStory } from '../archive/any-values.ts'
import { appointmentOf, certificationOf, contractOf, postOf } from '../archive/posts.ts'
import { researcherOf } from '../archive/researchers.ts'
import { researchMakers, schoolDay } from '../archive/research.ts'
import { serviceMakers, teachingOf, workOf } from '../archive/service.ts'
import type { Random } from '../writing/random.ts'

/** Something that became true of a teacher on a day and was recorded then, or when the archive was begun. */
export interface Fact {
  readonly type: string
  readonly on: string
  /** What has to be in force before: of the facts from before the archive, lower ones are entered first. */
  readonly rank: 0 | 1 | 2 | 3
  /** The values; a function where they name a record that has to be in force first. */
  readonly values: Values | null | ((recordOf: (type: string) => string | undefined) => Values | null)
}

/** The years of which facts are told. */
export interface Span {
  /** Day on which the archive was begun. */
  readonly begun: string
  /** This year. */
  readonly year: number
  /** The day on which the region is loaded. */
  readonly today: string
}

/** The end of something that goes on: unknown when it was entered after its end had come. */
const endAsEntered = (to: string | null, next: string | undefined, begun: string): string | null =>
  to !== null && next !== undefined && `${next}-01` > begun ? null : to

/** Titles, appointments, posts, contracts and places of work, as the career has them. */
export function careerFacts(random: Random, about: About, { begun }: Span): Fact[] {
  const { titles, appointments, posts, stations } = about.career
  const found: Fact[] = []
  for (const title of titles) {
    const values = certificationOf(random, about, title)
    found.push({ type: 'titleCertification', on: String(values['issueDate']), rank: 0, values })
  }
  appointments.forEach(({ title, unit, from, to }, i) => {
    const values = appointmentOf(
      random,
      about,
      title,
      unit,
      from,
      endAsEntered(to, appointments[i + 1]?.from, begun),
    )
    found.push({ type: 'techPositionAppointment', on: `${from}-20`, rank: 1, values })
  })
  posts.forEach((post, i) => {
    const values = postOf(random, about, post, endAsEntered(post.to, posts[i + 1]?.from, begun))
    found.push({ type: 'postAppointment', on: plusDays(`${post.from}-20`, 30), rank: 2, values })
  })
  stations.forEach((station, i) => {
    const values = workOf(random, about, station, endAsEntered(station.to, stations[i + 1]?.from, begun))
    found.push({ type: 'workExperience', on: `${station.from}-25`, rank: 0, values })
  })
  if (random.chance(0.75)) contractFacts(random, about, found)
  return found
}

/** Contracts with the present school: three years, three years, and then without a term. */
function contractFacts(random: Random, about: About, found: Fact[]): void {
  let from = about.life.orgEntry < '2008-09' ? '2008-09' : about.life.orgEntry
  for (const years of [3, 5, null]) {
    if (from > '2025-09') return
    found.push({
      type: 'employmentContract',
      on: `${from}-10`,
      rank: 0,
      values: contractOf(random, about, from, years),
    })
    from = monthsLater(from, (years ?? 0) * 12) ?? from
  }
}

/** Qualification, its registrations every five years, Putonghua, and for some a foreign language. */
export function certificateFacts(random: Random, about: About, { year }: Span): Fact[] {
  const { life } = about
  const issued = qualifiedOn(about)
  const found: Fact[] = [
    {
      type: 'teacherQualification',
      on: plusDays(issued, 10),
      rank: 0,
      values: firstQualification(random, about, issued),
    },
  ]
  // Periodic registration came to this province in 2016.
  const work = yearOf(`${life.workStart}-01`)
  const first = Math.max(work + 1, 2016 + random.int(0, 1))
  for (let at = first; at < year; at += 5) {
    const on = dayIn(random, `${at}-11`)
    const values = (recordOf: (type: string) => string | undefined) => {
      const id = recordOf('teacherQualification')
      return id === undefined ? null : registrationOf(random, about, id, on, at === first)
    }
    found.push({ type: 'periodicRegistration', on: plusDays(on, 20), rank: 1, values })
  }
  const tested = dayIn(random, `${Math.max(work, 1998)}-${random.pick(['05', '11'])}`)
  found.push({ type: 'languageAbility', on: tested, rank: 0, values: putonghua(random, about, tested) })
  const foreign = certificateMakers['languageAbility']
  if (foreign && random.chance(life.subject === '41' ? 0.7 : 0.12)) {
    const on = `${work}-04-10`
    found.push({ type: 'languageAbility', on, rank: 0, values: foreign(random, about, on) })
  }
  return found
}

/**
 * Terms taught: four, the last of which began ten months ago or earlier, and the autumns of some before. What was
 * taught since is what teachers hand in now.
 */
export function teachingFacts(random: Random, about: About, { year, today }: Span): Fact[] {
  const told = plusDays(today, -300)
  const days = [3, 2, 1]
    .flatMap((n) => [`${year - n}-03-10`, `${year - n}-09-20`])
    .filter((on) => on <= told)
    .slice(-4)
  if (random.chance(0.3)) days.unshift(`${year - 6}-09-20`, `${year - 4}-09-20`)
  return days
    .filter((on) => on.slice(0, 7) > about.life.workStart)
    .map((on) => ({ type: 'teachingRecord', on, rank: 3, values: teachingOf(random, about, on) }))
}

/** How many of each a teacher has on the average over ten years. */
const often: Readonly<Record<string, number>> = {
  trainingRegistration: 6,
  learningRecord: 0.5,
  activityRecord: 1.2,
  lessonRecord: 1,
  educationWork: 0.6,
  workSummary: 0.7,
  paper: 0.5,
  researchRecord: 0.32,
  achievementAward: 0.4,
  sharedResource: 0.4,
  writing: 0.03,
  patent: 0.012,
  researchReport: 0.03,
  skillCertificate: 0.22,
  rotation: 0.16,
  overseasStudy: 0.015,
  talentProject: 0.09,
}
const makers = { ...certificateMakers, ...researchMakers, ...serviceMakers }

/** What is done beside teaching, spread over the years since work began, more of it lately. */
export function professionalFacts(random: Random, about: About, { year }: Span): Fact[] {
  const first = Math.max(year - 10, yearOf(`${about.life.workStart}-01`) + 1)
  const found: Fact[] = []
  const add = (type: string, mean: number) => {
    const share = (mean * Math.min(year - first, 10)) / 10
    const count = Math.floor(share) + (random.chance(share % 1) ? 1 : 0)
    const years = new Set<number>()
    for (let i = 0; i < count; i += 1) {
      const at = Math.max(random.int(first, year - 1), random.int(first, year - 1))
      if (years.has(at)) continue
      years.add(at)
      const on = schoolDay(random, at)
      const values = makers[type]?.(random, about, on)
      if (values) found.push({ type, on, rank: 3, values })
    }
  }
  if (first > year - 1) return found
  for (const [type, mean] of Object.entries(often))
    add(type, type === 'educationWork' && !about.career.classTeacher ? 0.05 : mean)
  if (['24', '25', '72', '84'].includes(about.life.subject)) add('artwork', 1.2)
  for (let i = random.int(0, 2); i > 0; i -= 1) {
    const on = `${random.int(first, year - 1)}-09-${10 + i}`
    found.push({ type: 'rewardHonor', on, rank: 3, values: honourOf(random, about, on) })
  }
  if (random.chance(0.008)) {
    const on = schoolDay(random, Math.max(first, year - 4))
    found.push({ type: 'punishment', on, rank: 3, values: punishmentOf(random, about, on) })
  }
  return found
}

/** Who researches into the teaching of a subject beside teaching it: one teacher of twenty, more often older ones. */
export function researcherFacts(random: Random, about: About, { year }: Span): Fact[] {
  const began = yearOf(`${about.life.workStart}-01`)
  const at = year - random.int(1, 5)
  if (at < began + 4 || !random.chance(at > began + 12 ? 0.08 : 0.03)) return []
  const on = `${at}-09-${10 + random.int(0, 9)}`
  return [{ type: 'researchTeam', on, rank: 3, values: researcherOf(random, about, on) }]
}

/** What the teacher keeps: relatives, other matters. */
export function privateFacts(random: Random, about: About, { begun, year }: Span): Fact[] {
  const members = random.chance(0.55) ? random.int(1, 4) : 0
  const relatives = Array.from({ length: members }, (_, nth): Fact => {
    const values = relativeOf(random, about, nth)
    const born = typeof values['birthDate'] === 'string' ? plusDays(values['birthDate'], 60) : begun
    return { type: 'familyMember', on: born > begun ? born : begun, rank: 0, values }
  })
  if (!random.chance(0.1)) return relatives
  const on = schoolDay(random, Math.max(year - random.int(1, 4), yearOf(begun) + 1))
  return on < `${year}-01-01`
    ? [...relatives, { type: 'otherInfo', on, rank: 3, values: otherOf(random, about, on) }]
    : relatives
}

const results: Readonly<Record<string, number>> = { 2: 83, 1: 15, 3: 1, 5: 1 }

/**
 * What the school enters at the end of every year: both assessments, and in schools that keep them the
 * reviews of conduct.
 */
export function yearlyFacts(random: Random, about: About, { year, begun }: Span): Fact[] {
  const first = Math.max(year - 10, yearOf(`${about.life.workStart}-01`), yearOf(begun))
  const unitOf = (at: number) =>
    about.career.stations.findLast((s) => s.from <= `${at}-10`)?.unit ?? about.teacher.school.name
  const found: Fact[] = []
  for (let at = first; at < year; at += 1) {
    const result = at === yearOf(`${about.life.workStart}-01`) ? '5' : random.code(results)
    const on = `${at + 1}-01-${10 + random.int(0, 9)}`
    found.push({
      type: 'ethicsAssessment',
      on,
      rank: 3,
      values: {
        assessYear: at,
        assessMonth: `${at}-12`,
        ethicsResult: result === '1' || random.chance(0.12) ? '1' : result === '3' ? '3' : '2',
        assessUnit: unitOf(at),
        isVeto: false,
      },
    })
    found.push({
      type: 'annualAssessment',
      on: plusDays(on, 5),
      rank: 3,
      values: {
        assessYear: at,
        assessResult: result,
        notAssessedReason: result === '5' ? '当年新参加工作，不确定等次' : null,
        assessUnit: unitOf(at),
        assessDate: on,
        duty: '教师',
      },
    })
    if (about.teacher.school.id % 6 === 0 && at >= year - 2) {
      for (const reviewer of ['1', '2', '3', '4', '5']) {
        found.push({ type: 'ethicsReview', on, rank: 3, values: ethicsReviewOf(random, at, reviewer) })
      }
    }
  }
  return found
}

/** Something now and then of the types that nobody wrote a story for. */
export function otherFacts(
  random: Random,
  about: About,
  { year }: Span,
  records: Readonly<Record<string, AnyRecord>>,
): Fact[] {
  return withoutStory(records).flatMap((definition): Fact[] => {
    if (!random.chance(0.5)) return []
    const on = schoolDay(random, Math.max(year - random.int(1, 3), yearOf(`${about.life.workStart}-01`) + 1))
    if (on >= `${year}-01-01`) return []
    return [{ type: definition.name, on, rank: 3, values: makerOf(definition)(random, about, on) }]
  })
}
