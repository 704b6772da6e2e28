import { plusDays, subjectName, yearOf, type About } from '../archive/about.ts'
import type { Random } from '../writing/random.ts'
import type { Fact, Span } from './facts.ts'

interface Course {
  readonly kind: string
  readonly credit: string
  readonly level: string
  readonly hours: number
  /** Earliest day of the year on which it ends, as days after 1 March, and how many days it is open. */
  readonly opens: number
  readonly open: number
  readonly name: (about: About, year: number) => string
  readonly by: (about: About) => string
}

/** What the year asks of everybody: 公需 30, 专业 42, 选修 18 hours (catalogue/hours/rule.ts). */
const courses: readonly Course[] = [
  {
    kind: '09',
    credit: '1',
    level: '4',
    hours: 30,
    opens: 20,
    open: 180,
    name: (_, year) => `${year}年度专业技术人员继续教育公需科目`,
    by: ({ places }) => `${places.area}教师发展中心`,
  },
  {
    kind: '10',
    credit: '2',
    level: '4',
    hours: 42,
    opens: 60,
    open: 145,
    name: ({ life, places }, year) =>
      `${year}年${places.area}中小学教师全员培训（${subjectName(life.subject)}）`,
    by: ({ places }) => `${places.area}教师发展中心`,
  },
  {
    kind: '08',
    credit: '3',
    level: '4',
    hours: 18,
    opens: 0,
    open: 190,
    name: (_, year) => `${year}年师德师风与班级管理网络研修`,
    by: ({ places }) => `${places.area}教师发展中心`,
  },
]

/** Three of four do all three courses or two of them; some do one, some none. */
function takenBy(random: Random): readonly Course[] {
  const share = random.int(0, 99)
  const left = random.pick(courses)
  if (share < 45) return courses
  if (share < 75) return courses.filter((one) => one !== left)
  return share < 88 ? [left] : []
}

/**
 * The hours of this year, by courses online that everybody is asked to take. Whoever signs in by a name lacks
 * six hours of 选修.
 */
export function thisYearFacts(
  random: Random,
  about: About,
  { year }: Span,
  { named }: { readonly named: boolean },
): Fact[] {
  if (yearOf(`${about.life.workStart}-01`) >= year) return []
  return (named ? courses : takenBy(random)).map((course): Fact => {
    const on = plusDays(`${year}-03-01`, course.opens + random.int(0, course.open))
    const hours = named && course.credit === '3' ? course.hours - 6 : course.hours
    return {
      type: 'trainingRegistration',
      on,
      rank: 3,
      values: {
        trainingYear: year,
        trainingKind: course.kind,
        projectName: course.name(about, year),
        organizer: course.by(about),
        trainingLevel: course.level,
        trainingWay: '2',
        trainingDuration: '2',
        startDate: plusDays(on, -random.int(20, 50)),
        endDate: on,
        creditKind: course.credit,
        creditHours: `${hours}.0`,
        certificateNo: null,
      },
    }
  })
}
