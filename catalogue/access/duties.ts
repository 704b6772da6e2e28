/**
 * The three duties of administration (GB/T 22239 8.1.5, 三员): role 1 split where an installation separates
 * them (SEPARATE_DUTIES). Nobody holds all three. Where they are not separated every administrator does all
 * of it.
 */
export const duties = ['system', 'security', 'audit'] as const
export type Duty = (typeof duties)[number]

export const dutyLabels: Readonly<Record<Duty, string>> = {
  system: '系统管理员',
  security: '安全管理员',
  audit: '审计管理员',
}

/** Duties of an administrator for whom none were chosen, such as the first one of an installation. */
export const dutiesAtFirst: readonly Duty[] = ['system', 'security']

/** Duties of a stored list. Unknown words are left out. */
export const dutiesOf = (stored: readonly string[] | null): readonly Duty[] =>
  stored === null ? dutiesAtFirst : duties.filter((duty) => stored.includes(duty))
