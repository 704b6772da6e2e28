import type { Ground } from '../../engine/feature.ts'

/** Dependencies of the lists of talents. */
export type TalentNeeds = Pick<Ground, 'db' | 'engine' | 'notify'>

/** The page of the lists. */
export const talentsPath = '/analysis/highlevel'
