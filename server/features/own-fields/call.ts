import { z } from 'zod'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Database } from '../../platform/db/database.ts'

/** Dependencies of the feature, from `app`. */
export interface OwnFields {
  readonly db: Database
  readonly engine: Engine
  readonly actorOn: ActorOn
}

/** Offices: only they may add what their schools fill in. */
export const offices = { access: [4, 5, 6], tag: '自有栏目' } as const
export const params = z.object({ type: z.string().max(60) })
export const done = z.object({ done: z.literal(true) })
