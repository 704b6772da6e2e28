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

/** The pages of declarations: of the applicant, of the offices, of the staff who check the materials. */
function declarationPath(role: number): string | null {
  if (role === 2) return '/usForm/declareTeacher?tab=declaration'
  if (role >= 100) return '/home/reviewMaterialDetails?tab=declaration'
  const prefix = role === 3 ? '/school' : region[role]
  return prefix === undefined ? null : `${prefix}/declareDetail?tab=declaration`
}

/** The page on which the cases of a process stand, by role: the tabs beside the roll, the own page of a teacher, the pages of research; null for other roles. */
export function casesPath(role: number, process: string): string | null {
  if (process === 'declaration') return declarationPath(role)
  const page = ofResearch[process]
  if (page !== undefined) return researchPath(role, process, page)
  if (role === 2) return `/teacher/renshiShixiang?tab=${process}`
  if (role === 3) return `/setteacher/teacher?tab=${process}`
  if (role >= 4 && role <= 6) return `/areas/teacher?tab=${process}`
  return null
}

/** Where an office sets up expert review of what a campaign collected; null for who holds none. */
export function reviewPath(role: number, campaign: string): string | null {
  const prefix = region[role]
  return prefix === undefined ? null : `${prefix}/zhuanjiaPingshen?new=1&scope=${campaign}`
}

/** The page of one case. */
export function casePath(role: number, process: string, id: string): string | null {
  const page = casesPath(role, process)
  return page === null ? null : `${page}&case=${id}`
}
