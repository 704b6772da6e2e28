import type { ActionBody } from '../../../catalogue/contract/records.ts'
import type { Level } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Engine } from '../engine.ts'
import type { Loaded } from '../records/index.ts'

/** What an action is given, and what it answers. */
export interface Call {
  readonly engine: Engine
  readonly actor: Actor
  readonly loaded: Loaded
  readonly body: ActionBody
}
export interface Outcome {
  readonly version: number
  readonly state: State
  readonly level: Level | null
}

/** Some words why; a reason pinned to a field counts. */
export function requireReason(body: ActionBody, message = '请写明原因'): void {
  if ((body.reason ?? '') === '' && !(body.fields ?? []).some((f) => f.reason !== '')) {
    throw new AppError('invalid', { errors: [{ field: 'reason', message }], message })
  }
}
