/** The folder of an office's pages, by its role; null for a role without one. */
const prefixes: Readonly<Record<number, string>> = { 3: '/school', 4: '/area', 5: '/city', 6: '/province' }

/** Where a role writes its questions: the teacher's bank, the school's, an authority's. */
export function writingPath(role: number): string | null {
  if (role === 2) return '/teacher/bxst'
  if (role === 3) return '/school/xxxbstk'
  const prefix = prefixes[role]
  return prefix === undefined ? null : `${prefix}/jystk`
}

/** Where a role decides about questions; null for a teacher. */
export function decidingPath(role: number): string | null {
  const prefix = prefixes[role]
  if (prefix === undefined) return null
  return role === 3 ? `${prefix}/xxstsh` : `${prefix}/xqstsh`
}
