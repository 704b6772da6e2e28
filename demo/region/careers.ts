import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Random } from '../writing/random.ts'
import { LIVES_END, type FirstEducation } from './lives.ts'
import type { Teacher } from './people.ts'

/** A professional title with the month in which it was obtained; `level` 1–4 as in dictionary titleLevel. */
export interface Title {
  readonly level: 1 | 2 | 3 | 4
  readonly series: string
  readonly code: string
  readonly month: string
  /** Obtained by a first assessment instead of a review. */
  readonly assessed: boolean
}

/** A stretch in one post: grade (dictionary positionGrade) and unit. */
export interface Post {
  readonly grade: string
  readonly unit: string
  readonly from: string
  readonly to: string | null
}

/** A stretch of work in one unit. */
export interface Station {
  readonly unit: string
  readonly from: string
  readonly to: string | null
  readonly rural: boolean
}

/** What a teacher has been through at work. Everything lies before LIVES_END. */
export interface Career {
  readonly stations: readonly Station[]
  readonly titles: readonly Title[]
  readonly posts: readonly Post[]
  /** Appointments to a title: the title's code with its stretch. */
  readonly appointments: readonly {
    readonly title: Title
    readonly unit: string
    readonly from: string
    readonly to: string | null
  }[]
  /** Duty at school, dictionary schoolDuty. */
  readonly duty: string
  readonly classTeacher: boolean
}

const END = LIVES_END.slice(0, 7)
const yearsOf = (month: string) => 2025 - Number(month.slice(0, 4))
const later = (month: string, months: number): string => monthsLater(month, months) ?? month

/** Years of work until the first title, by the first education. */
const untilFirst: Readonly<Record<FirstEducation, number>> = {
  normalSchool: 5,
  college: 3,
  university: 1,
  master: 1,
}
/** Share of those in time for it who ever become senior (副高级), by stage. */
const seniorShare: Readonly<Record<string, number>> = { 1: 0.1, 2: 0.34, 3: 0.46, 4: 0.56, 6: 0.46, A: 0.34 }
const codes: Readonly<Record<string, readonly string[]>> = {
  '050': ['', '051', '052', '053', '054'],
  '020': ['', '021', '022', '023', '024'],
}

function titlesOf(random: Random, { life }: Teacher): Title[] {
  const series = life.stage === '6' ? '020' : '050'
  const title = (level: 1 | 2 | 3 | 4, month: string): Title => ({
    level,
    series,
    code: codes[series]?.[level] ?? '',
    month,
    assessed: level === 4,
  })
  const found: Title[] = []
  // Few of the young in kindergartens have any title.
  if (life.stage === '1' && random.chance(0.45)) return found
  let month = `${Number(life.workStart.slice(0, 4)) + untilFirst[life.first] + random.int(0, 1)}-12`
  const add = (level: 1 | 2 | 3 | 4): boolean => {
    if (month >= '2025-01') return false
    found.push(title(level, month))
    return true
  }
  if (!add(4)) return found
  month = later(month, 12 * random.int(6, 12))
  if (!random.chance(life.stage === '1' ? 0.6 : 0.93) || !add(3)) return found
  month = later(month, 12 * random.int(7, 15))
  if (!random.chance(seniorShare[life.stage] ?? 0.3) || !add(2)) return found
  month = later(month, 12 * random.int(7, 12))
  if (random.chance(0.12)) add(1)
  return found
}

const villages = [
  '织篢',
  '程村',
  '塘口',
  '儒洞',
  '溪头',
  '新圩',
  '大沟',
  '北惯',
  '雅韶',
  '塘坪',
  '合水',
  '春湾',
  '三甲',
  '双滘',
] as const

function stationsOf(random: Random, { life, school, former }: Teacher): Station[] {
  const now = {
    unit: school.name,
    from: life.orgEntry,
    to: null,
    rural: /教学点|小学/.test(school.name) && random.chance(0.3),
  }
  if (life.orgEntry === life.workStart) return [now]
  const before = later(life.orgEntry, -1)
  const unit =
    former?.name ?? `${random.pick(villages)}镇${random.pick(['中心小学', '第二小学', '初级中学'])}`
  const whole = { unit, from: life.workStart, to: before, rural: former === null || random.chance(0.3) }
  return [whole, now]
}

/** Grades one goes through within a level of title, and the years until the next of them. */
const gradesOf: Readonly<Record<number, readonly string[]>> = {
  1: ['104'],
  2: ['107', '106', '105'],
  3: ['110', '109', '108'],
  4: ['112', '111'],
}

function postsOf(
  random: Random,
  titles: readonly Title[],
  stations: readonly Station[],
  work: string,
): Post[] {
  const steps: { from: string; grade: string }[] = [{ from: work, grade: '998' }]
  titles.forEach((title, nth) => {
    const until = titles[nth + 1]?.month ?? '9999'
    let from = later(title.month, random.int(3, 9))
    for (const grade of gradesOf[title.level] ?? []) {
      if (from > END || from > until) break
      steps.push({ from, grade })
      from = later(from, 12 * random.int(6, 14))
    }
  })
  // A move to another school is an appointment there in the same grade.
  const moved = stations[1]?.from
  const before = moved === undefined ? undefined : steps.findLast((step) => step.from < moved)
  if (moved !== undefined && before) steps.push({ from: moved, grade: before.grade })
  const sorted = steps
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .filter((step, i) => i === 0 || step.from !== steps[i - 1]?.from)
  return sorted.map(({ from, grade }, i) => {
    const next = sorted[i + 1]?.from
    const unit = stations.findLast((s) => s.from <= from)?.unit ?? ''
    return { grade, unit, from, to: next === undefined ? null : later(next, -1) }
  })
}

/** Invents the career of a teacher; titles, posts and units agree with one another. */
export function careerOf(random: Random, teacher: Teacher): Career {
  const { life } = teacher
  const titles = titlesOf(random.fork('titles'), teacher)
  const stations = stationsOf(random.fork('stations'), teacher)
  const posts = postsOf(random.fork('posts'), titles, stations, life.workStart)
  const begun = titles.flatMap((title) => {
    const post = posts.find((p) => p.from > title.month && gradesOf[title.level]?.includes(p.grade))
    return post ? [{ title, unit: post.unit, from: post.from }] : []
  })
  const appointments = begun.map((a, i) => {
    const next = begun[i + 1]?.from
    return { ...a, to: next === undefined ? null : later(next, -1) }
  })
  const own = random.fork('duty')
  const years = yearsOf(life.workStart)
  const duty =
    years < 8
      ? '00'
      : own.code({ '00': 74, '06': 5, '07': 5, '09': 6, '10': 5, '08': 3, '04': 1.6, '13': 0.6, '12': 0.8 })
  return { stations, titles, posts, appointments, duty, classTeacher: own.chance(years > 28 ? 0.2 : 0.42) }
}
