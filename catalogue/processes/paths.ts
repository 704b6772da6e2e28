/** The page on which the cases of a process stand, by role: the tabs beside the roll; null for other roles. */
export function casesPath(role: number, process: string): string | null {
  if (role === 3) return `/setteacher/teacher?tab=${process}`
  if (role >= 4 && role <= 6) return `/areas/teacher?tab=${process}`
  return null
}

/** The page of one case. */
export function casePath(role: number, process: string, id: string): string | null {
  const page = casesPath(role, process)
  return page === null ? null : `${page}&case=${id}`
}
