import type { ActionBody, ActionResult } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { requireVerb, requireVersion } from '../access/index.ts'
import type { Engine } from '../engine.ts'
import { load, type Loaded, voidEffective } from '../records/index.ts'
import { appeal } from './appeal.ts'
import { approve } from './approve.ts'
import { requireReason, type Call, type Outcome } from './call.ts'
import { look } from './look.ts'
import { reject, sendBack } from './send-back.ts'
import { submit, withdraw } from './submit.ts'
import { undo } from './undo.ts'

/** What can be done to a record through POST …/{action}. */
export const actions = [
  'submit',
  'withdraw',
  'approve',
  'return',
  'reject',
  'appeal',
  'void',
  'undo',
  'look',
] as const
export type Action = (typeof actions)[number]

async function voided({ engine, actor, loaded, body }: Call): Promise<Outcome> {
  if (loaded.definition.regime !== 'own') requireReason(body)
  await voidEffective(engine, actor, loaded, body.reason ?? null)
  return { version: loaded.version, state: 'voided', level: null }
}

const handlers: Record<Action, (call: Call) => Promise<Outcome>> = {
  submit,
  withdraw,
  approve,
  return: sendBack,
  reject,
  appeal,
  void: voided,
  undo,
  look,
}

/** Refuses reasons pinned to fields that the type does not have. */
function requireKnownFields(definition: AnyRecord, body: ActionBody): void {
  const unknown = (body.fields ?? []).find(
    (f) => f.key !== 'attachments' && !Object.hasOwn(definition.fields, f.key),
  )
  if (unknown) {
    const message = `没有“${unknown.key.slice(0, 40)}”这个栏目`
    throw new AppError('invalid', { errors: [{ field: 'fields', message }], message })
  }
}

/** Does one action to one record: right, version, then the action in its own transaction. */
export async function act(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  id: string,
  action: Action,
  body: ActionBody,
): Promise<ActionResult> {
  return perform(
    { engine, actor, body, loaded: await permitted(engine, actor, definition, id, action) },
    action,
  )
}

/** The same as one of many: a submission with warnings is approved only by somebody who opened it. */
export async function actInBatch(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  id: string,
  action: Action,
  body: ActionBody,
): Promise<ActionResult> {
  const loaded = await permitted(engine, actor, definition, id, action)
  if (action === 'approve' && loaded.pending && loaded.pending.warnings.length > 0) {
    throw new AppError('wrongState', { message: '有校验提示，请逐条打开审核' })
  }
  return perform({ engine, actor, body, loaded }, action)
}

/** Loads the record within the actor's scope; refuses an action this actor may not do. */
async function permitted(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  id: string,
  action: Action,
): Promise<Loaded> {
  const loaded = await load(engine.db, actor, definition, id)
  if (action !== 'look') requireVerb(actor, action, loaded)
  return loaded
}

async function perform(call: Call, action: Action): Promise<ActionResult> {
  const { loaded, body } = call
  requireVersion(loaded, body.version)
  requireKnownFields(loaded.definition, body)
  return { id: loaded.id, ...(await handlers[action](call)) }
}
