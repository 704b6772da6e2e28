/**
 * The ten roles an account can hold (specification section 1 and section 6). The number is what login returns
 * and what every fixed call carries; `key` is the word used in code. The portal visitor without an account is
 * no role.
 */

/** Role number as stored at login. */
export type Role = 1 | 2 | 3 | 4 | 5 | 6 | 99 | 100 | 101 | 102

/** The word for a role in code and file names. */
export type RoleKey =
  | 'admin'
  | 'teacher'
  | 'school'
  | 'area'
  | 'city'
  | 'province'
  | 'expert'
  | 'reviewStaffA'
  | 'reviewStaffB'
  | 'reviewStaffC'

export type RoleEntry = {
  readonly role: Role
  readonly key: RoleKey
  /** Chinese name shown to people; the same words as dictionary `userRole`. */
  readonly label: string
  /** Where this role lands after signing in (specification section 6; administrators on their overview). */
  readonly home: string
}

/** All roles in ascending order of their number. */
export const roles: readonly RoleEntry[] = [
  { role: 1, key: 'admin', label: '系统管理员', home: '/appCore/overview' },
  { role: 2, key: 'teacher', label: '教师', home: '/teacher/sy' },
  { role: 3, key: 'school', label: '学校', home: '/school/sy' },
  { role: 4, key: 'area', label: '县区', home: '/area/sy' },
  { role: 5, key: 'city', label: '市', home: '/city/sy' },
  { role: 6, key: 'province', label: '省', home: '/province/sy' },
  { role: 99, key: 'expert', label: '评审专家', home: '/zhuanjia/zhuanjiaList' },
  { role: 100, key: 'reviewStaffA', label: '评审工作人员甲', home: '/home/index' },
  { role: 101, key: 'reviewStaffB', label: '评审工作人员乙', home: '/home/index' },
  { role: 102, key: 'reviewStaffC', label: '评审工作人员丙', home: '/home/index' },
]

const byNumber: ReadonlyMap<number, RoleEntry> = new Map(roles.map((entry) => [entry.role, entry]))

/** True when a number read from outside (token, stored user info) is one of the ten roles. */
export function isRole(value: unknown): value is Role {
  return typeof value === 'number' && byNumber.has(value)
}

/** The entry of a role; total over `Role`. */
export function roleEntry(role: Role): RoleEntry {
  const entry = byNumber.get(role)
  if (entry === undefined) throw new RangeError(`no such role: ${role}`)
  return entry
}
