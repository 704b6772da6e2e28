import type { Role } from './roles.ts'

/**
 * Whose accounts an office keeps: a school its teachers', an authority those of the levels below it. Never an
 * office of its own level, a reviewer or an administrator: those are given by the administrator.
 */
const kept: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  3: [2],
  4: [3, 2],
  5: [4, 3, 2],
  6: [5, 4, 3, 2],
}

/** The roles whose accounts an office of this role keeps, the highest first. */
export const keptRoles = (role: Role): readonly Role[] => kept[role] ?? []

/** The roles that keep accounts of others. */
export const accountKeepers: readonly Role[] = [3, 4, 5, 6]

/** Days after which a password counts as old (sign-in asks for a new one after half a year). */
export const oldPasswordDays = 183
