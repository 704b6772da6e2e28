import type { Role } from '../access/roles.ts'

/** Levels of the tree of institutions, highest first; a centre stands beside the schools of its authority. */
export const institutionLevels = ['province', 'city', 'district', 'school', 'centre'] as const
export type InstitutionLevel = (typeof institutionLevels)[number]

/** The four lists of institutions (dictionary instituCategory). */
export type InstitutionCategory = 'divisional' | 'school' | 'teachers' | 'other'

interface InstitutionKind {
  readonly level: InstitutionLevel
  readonly category: InstitutionCategory
}

/** What an institution of each kind (dictionary orgType) is in the tree, and in which list it stands. */
const kinds: Readonly<Record<string, InstitutionKind>> = {
  '10': { level: 'province', category: 'divisional' },
  '20': { level: 'city', category: 'divisional' },
  '30': { level: 'district', category: 'divisional' },
  '40': { level: 'school', category: 'school' },
  '50': { level: 'centre', category: 'teachers' },
  '60': { level: 'centre', category: 'teachers' },
  '70': { level: 'centre', category: 'other' },
  '80': { level: 'centre', category: 'other' },
  '90': { level: 'centre', category: 'other' },
}

/** Undefined for a code that dictionary orgType does not have. */
export const institutionKind = (code: string): InstitutionKind | undefined => kinds[code]

export const isAuthority = (code: string): boolean => kinds[code]?.category === 'divisional'

/** Codes of dictionary orgType that stand in a list. */
export const kindsOf = (category: InstitutionCategory): readonly string[] =>
  Object.keys(kinds).filter((code) => kinds[code]?.category === category)

/** Levels below which an institution of a level may stand. A province is the root of its tree. */
const above: Readonly<Record<InstitutionLevel, readonly InstitutionLevel[]>> = {
  province: [],
  city: ['province'],
  district: ['city'],
  school: ['district', 'city', 'province'],
  centre: ['district', 'city', 'province'],
}

export const mayStandBelow = (level: InstitutionLevel, parent: InstitutionLevel): boolean =>
  above[level].includes(parent)

/** Kinds that may stand directly below an institution of this level. */
export const kindsBelow = (parent: InstitutionLevel): readonly string[] =>
  Object.entries(kinds).flatMap(([code, { level }]) => (mayStandBelow(level, parent) ? [code] : []))

/** Roles that keep the institutions of their region: the administrator those of the whole portal. */
export const institutionKeepers: readonly Role[] = [1, 4, 5, 6]
