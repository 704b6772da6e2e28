import type { ActionBody } from '../../../catalogue/contract/archive/records.ts'
import type { Level } from '../../../catalogue/define.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import { asksReason, lastStepOf, type WayVerb } from '../../../catalogue/flows/way.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Engine } from '../engine.ts'
import type { LoadedRecord } from '../records/index.ts'

/** An action that one actor asks for on one loaded record. */
export interface Call {
  readonly engine: Engine
  readonly actor: Actor
  readonly loaded: LoadedRecord
  readonly body: ActionBody
}
/** The answer of an action. `level` is that of the step that holds the record now. */
export interface Outcome {
  readonly version: number
  readonly state: State
  readonly level: Level | null
}

/** Whether the body gives a reason; a reason pinned to a field counts. */
const saysWhy = (body: ActionBody): boolean =>
  (body.reason ?? '') !== '' || (body.fields ?? []).some((field) => field.reason !== '')

/** Refuses a body without a reason. */
export function requireReason(body: ActionBody, message = '请写明原因'): void {
  if (!saysWhy(body)) throw invalid('reason', message)
}

/** Refuses a body without a reason where the verb or the step asks for one. */
export function requireReasonFor(verb: WayVerb, { body, loaded }: Pick<Call, 'body' | 'loaded'>): void {
  const step = loaded.pending ? lastStepOf(loaded.pending) : undefined
  if (asksReason(verb, step)) requireReason(body, verb === 'approve' ? '这一步通过也要写审核意见' : undefined)
}
