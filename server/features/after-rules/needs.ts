import type { Ground } from '../../engine/feature.ts'

/** What rules after approval are given by `app`. */
export type AfterNeeds = Pick<Ground, 'engine' | 'db' | 'log' | 'notify' | 'actorOn'>
