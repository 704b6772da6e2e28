const region: Readonly<Record<number, string>> = { 4: '/area', 5: '/city', 6: '/province' }

/** The pages of research: of the person, of the school, of the authorities by kind. */
const ofResearch: Readonly<Record<string, string>> = {
  researchProject: 'xqkygl',
  researchPaper: 'xqlwgl',
  teachingCase: 'xqjxalgl',
  projectChange: 'xqkygl',
}

function researchPath(role: number, process: string, page: string): string | null {
  if (role === 2) return `/teacher/wdky?tab=${process}`
  if (role === 3) return `/school/xxkygl?tab=${process}`
  const prefix = region[role]
  return prefix === undefined ? null : `${prefix}/${page}?tab=${process}`
}

/** The page on which the cases of a process stand, by role: the tabs beside the roll, the pages of research; null for other roles. */
export function casesPath(role: number, process: string): string | null {
  const page = ofResearch[process]
  if (page !== undefined) return researchPath(role, process, page)
  if (role === 3) return `/setteacher/teacher?tab=${process}`
  if (role >= 4 && role <= 6) return `/areas/teacher?tab=${process}`
  return null
}

/** The page of one case. */
export function casePath(role: number, process: string, id: string): string | null {
  const page = casesPath(role, process)
  return page === null ? null : `${page}&case=${id}`
}
