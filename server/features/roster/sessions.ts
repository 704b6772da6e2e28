import type { AcademicSession } from './shapes.ts'
import { root } from './shapes.ts'

const yearId = (year: number) => `xn-${year}`

/** A school year from September on, with its two terms; months as schools of the region have them. */
function yearFrom(year: number): AcademicSession[] {
  const shared = {
    status: 'active',
    // It is known since the year before, and never changes.
    dateLastModified: `${year - 1}-09-01T00:00:00.000Z`,
    schoolYear: String(year + 1),
  } as const
  const parent = {
    href: `${root}/academicSessions/${yearId(year)}`,
    sourcedId: yearId(year),
    type: 'academicSession',
  }
  const title = `${year}—${year + 1} 学年`
  return [
    {
      ...shared,
      sourcedId: yearId(year),
      title,
      type: 'schoolYear',
      startDate: `${year}-09-01`,
      endDate: `${year + 1}-08-31`,
    },
    {
      ...shared,
      sourcedId: `${yearId(year)}-1`,
      title: `${title}第一学期`,
      type: 'semester',
      startDate: `${year}-09-01`,
      endDate: `${year + 1}-01-31`,
      parent,
    },
    {
      ...shared,
      sourcedId: `${yearId(year)}-2`,
      title: `${title}第二学期`,
      type: 'semester',
      startDate: `${year + 1}-02-01`,
      endDate: `${year + 1}-08-31`,
      parent,
    },
  ]
}

/**
 * The school year of a day, the one before and the one after.
 * @param today yyyy-mm-dd
 */
export function sessionsAround(today: string): AcademicSession[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const now = month >= 9 ? year : year - 1
  return [now - 1, now, now + 1].flatMap(yearFrom)
}
