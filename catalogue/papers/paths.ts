const prefixes: Readonly<Record<number, string>> = { 3: '/school', 4: '/area', 5: '/city', 6: '/province' }

/** Where a role makes its papers: the teacher, the school, an authority's research. */
export function makingPath(role: number): string | null {
  if (role === 2) return '/teacher/bxsj'
  if (role === 3) return '/school/xxsjk'
  const prefix = prefixes[role]
  return prefix === undefined ? null : `${prefix}/jysjk`
}

/** Where a role finds papers that wait for it; null for a teacher, and for a school, which is not asked. */
export function decidingPath(role: number): string | null {
  const prefix = prefixes[role]
  return prefix === undefined || role === 3 ? null : `${prefix}/xqsjk`
}
