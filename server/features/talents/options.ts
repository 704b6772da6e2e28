import type { Ground } from '../../engine/feature.ts'

/** What the lists of talents need. */
export type TalentNeeds = Pick<Ground, 'db' | 'engine' | 'notify'>

/** The page of the lists. */
export const talentsPath = '/analysis/highlevel'
