import { labelOf } from '../../catalogue/dictionaries/dictionaries.ts'
import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Values } from '../../server/engine/records/index.ts'
import type { Random } from '../writing/random.ts'
import { LIVES_END, type Life } from './lives.ts'

/** Invented places of study; none of them exists. The number stands in invented certificate numbers. */
type Place = readonly [name: string, number: string, unit: string]
const places: Readonly<
  Record<'normalUniversity' | 'university' | 'college' | 'normalSchool' | 'open', readonly Place[]>
> = {
  normalUniversity: [
    ['粤海师范大学', '99101', '2'],
    ['南浦师范大学', '99102', '2'],
    ['岭东师范学院', '99103', '2'],
  ],
  university: [
    ['云麓大学', '99110', '1'],
    ['东沥学院', '99111', '1'],
    ['海晏理工学院', '99112', '1'],
  ],
  college: [
    ['罗旁师范专科学校', '99120', '2'],
    ['漠南教育学院', '99121', '3'],
    ['望洋职业技术学院', '99122', '1'],
  ],
  normalSchool: [
    ['两洋师范学校', '99130', '4'],
    ['西麓师范学校', '99131', '4'],
  ],
  open: [
    ['春田开放大学', '99140', '3'],
    ['漠南教育学院', '99121', '3'],
  ],
}

/** Major and bachelor's degree by subject. */
const majors: Readonly<Record<string, readonly [major: string, degree: string]>> = {
  11: ['思想政治教育', '403'],
  12: ['思想政治教育', '403'],
  13: ['汉语言文学', '405'],
  14: ['数学与应用数学', '407'],
  15: ['科学教育', '404'],
  16: ['物理学', '407'],
  17: ['化学', '407'],
  18: ['生物科学', '407'],
  20: ['地理科学', '407'],
  21: ['历史学', '406'],
  22: ['体育教育', '404'],
  24: ['音乐学', 'X33'],
  25: ['美术学', 'X33'],
  26: ['计算机科学与技术', '408'],
  41: ['英语', '405'],
  71: ['应用心理学', '404'],
  91: ['机电技术教育', '408'],
  92: ['汽车维修工程教育', '408'],
  93: ['教育康复学', '404'],
  94: ['特殊教育', '404'],
  95: ['特殊教育', '404'],
}
const majorOf = (subject: string) => majors[subject] ?? (['学前教育', '404'] as const)

/** What a master's in teaching a subject is called: 学科教学（语文）. */
const teachingOf = (subject: string) => `学科教学（${labelOf('subject', subject).replace(/（.*$/, '')}）`

/** Every key of a study experience, empty where not given. */
export function study(given: Values): Values {
  return {
    educationLevel: null,
    educationCountry: '156',
    educationSchool: null,
    major: null,
    isNormalMajor: null,
    startMonth: null,
    endMonth: null,
    studyMode: null,
    studyUnitType: null,
    educationCertNo: null,
    degreeLevel: '0',
    degree: null,
    degreeType: null,
    degreeCountry: null,
    degreeSchool: null,
    degreeMonth: null,
    degreeCertNo: null,
    ...given,
  }
}

const years: Readonly<Record<string, number>> = { 41: 3, 31: 3, 21: 4, 14: 3, 15: 3 }
const yearOf = (month: string) => month.slice(0, 4)

interface Course {
  readonly level: string
  readonly place: Place
  readonly major: string
  readonly end: string
  readonly mode: string
  /** Bachelor's or master's degree that came with it, and its kind. */
  readonly degree?: readonly [level: string, degree: string, type: string]
  readonly length?: number
  readonly normal: boolean
}

/** One stretch of study as a person would enter it. */
export function course(random: Random, c: Course): Values {
  const [school, number, unit] = c.place
  const start = `${Number(yearOf(c.end)) - (c.length ?? years[c.level] ?? 3)}-09`
  const serial = () => String(random.int(1, 999_999)).padStart(6, '0')
  const certified = {
    educationCertNo: `${number}1${yearOf(c.end)}${c.mode === '1' ? '05' : '50'}${serial()}`,
  }
  const degree = c.degree && {
    degreeLevel: c.degree[0],
    degree: c.degree[1],
    degreeType: c.degree[2],
    degreeCountry: '156',
    degreeSchool: school,
    degreeMonth: c.end,
    degreeCertNo: `${number}${c.degree[0]}${yearOf(c.end)}${serial()}`,
  }
  return study({
    educationLevel: c.level,
    educationSchool: school,
    major: c.major,
    isNormalMajor: c.normal,
    startMonth: start,
    endMonth: c.end,
    studyMode: c.mode,
    studyUnitType: unit,
    ...(c.level === '90' ? {} : certified),
    ...degree,
  })
}

/** The first full-time education of a life; a master's comes with the bachelor's before it. */
function firstStudies(random: Random, life: Life): Values[] {
  const [major, degree] = majorOf(life.subject)
  const end = life.graduated
  const bachelor = (until: string): Values => {
    const normal = random.chance(0.82)
    const place = random.pick(normal ? places.normalUniversity : places.university)
    return course(random, {
      level: '21',
      place,
      major,
      end: until,
      mode: '1',
      degree: ['4', degree, '11'],
      normal,
    })
  }
  if (life.first === 'university') return [bachelor(end)]
  if (life.first === 'master') {
    const place = random.pick(places.normalUniversity)
    const before = bachelor(monthsLater(end, -36) ?? end)
    const kind = random.chance(0.7) ? (['3', '342', '22'] as const) : (['3', '304', '21'] as const)
    return [
      before,
      course(random, {
        level: '14',
        place,
        major: teachingOf(life.subject),
        end,
        mode: '1',
        degree: kind,
        normal: true,
      }),
    ]
  }
  const normalSchool = life.first === 'normalSchool'
  const place = random.pick(normalSchool ? places.normalSchool : places.college)
  const name = normalSchool ? '普通师范' : major
  return [
    course(random, { level: normalSchool ? '41' : '31', place, major: name, end, mode: '1', normal: true }),
  ]
}

const inService = ['4', '4', '4', '5', '3', '7', '6'] as const

/** A course beside work that ends `after` years after the one before; null when it would not be over. */
function beside(random: Random, life: Life, level: '31' | '21', after: number, from: string): Values | null {
  const end = monthsLater(from, after * 12 + 7) ?? from
  if (end.slice(0, 4) >= LIVES_END.slice(0, 4)) return null
  const [major, degree] = majorOf(life.subject)
  const mode = random.pick(inService)
  const place = random.pick(mode === '4' || mode === '5' ? places.normalUniversity : places.open)
  const withDegree = level === '21' && random.chance(0.35)
  return course(random, {
    level,
    place,
    major,
    end,
    mode,
    length: 3,
    normal: mode === '4',
    ...(withDegree && { degree: ['4', degree, '11'] as const }),
  })
}

/** One to three stretches of study in order: the first one full time, then what was studied beside work. */
export function studiesOf(random: Random, life: Life): Values[] {
  const found = firstStudies(random, life)
  let last = life.graduated
  const go = (level: '31' | '21', low: number, high: number) => {
    const next = beside(random, life, level, random.int(low, high), last)
    if (!next) return
    found.push(next)
    last = String(next['endMonth'])
  }
  if (life.first === 'normalSchool' && random.chance(0.9)) go('31', 4, 9)
  if (last !== life.graduated || life.first === 'college') {
    if (random.chance(0.86)) go('21', 4, 9)
  }
  return found
}

/** A master's degree beside work, without schooling of its own: 学历 其他, as the form says. */
export function degreeBesideWork(random: Random, life: Life): Values {
  const place = random.pick(places.normalUniversity)
  const end = `${random.int(2022, 2024)}-12`
  const given = {
    level: '90',
    place,
    major: teachingOf(life.subject),
    end,
    mode: '9',
    length: 3,
    normal: true,
  } as const
  return course(random, { ...given, degree: ['3', '342', '22'] })
}

/** A course of further study that ended without a degree: 学历 其他 without one, which raises a warning. */
export function courseWithoutDegree(random: Random, life: Life): Values {
  const [major] = majorOf(life.subject)
  const place = random.pick(places.normalUniversity)
  return course(random, {
    level: '90',
    place,
    major: `${major}课程研修`,
    end: '2023-07',
    mode: 'Z',
    length: 1,
    normal: false,
  })
}

/** A second bachelor's degree beside the first one. */
export function secondBachelor(random: Random, life: Life): Values {
  const place = random.pick(places.university)
  const end = `${Math.min(2024, Number(yearOf(life.workStart)) + 6)}-06`
  return course(random, {
    level: '21',
    place,
    major: '应用心理学',
    end,
    mode: '6',
    length: 3,
    degree: ['4', '404', '11'],
    normal: false,
  })
}
