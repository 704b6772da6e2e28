import type { ActionBody, ActionResult } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { requireVerb, requireVersion } from '../access/index.ts'
import type { Engine } from '../engine.ts'
import { load, type LoadedRecord, voidEffective } from '../records/index.ts'
import { appeal } from './appeal.ts'
import { approve } from './approve.ts'
import { requireReason, type Call, type Outcome } from './call.ts'
import { look } from './look.ts'
import { remark } from './remark.ts'
import { reject, sendBack } from './send-back.ts'
import { submit, withdraw } from './submit.ts'
import { undo } from './undo.ts'
import { urgeHolder } from './urge-holder.ts'

/** The actions of POST …/{action}. */
export const actions = [
  'submit',
  'withdraw',
  'urge',
  'remark',
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
  urge: urgeHolder,
  remark,
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
    throw invalid('fields', message)
  }
}

/** One action to one record, asked by one actor. */
export interface RecordAct {
  readonly engine: Engine
  readonly actor: Actor
  readonly definition: AnyRecord
  readonly id: string
  readonly action: Action
  readonly body: ActionBody
}

/** Does one action to one record: checks the right and the version, then acts in one transaction. */
export async function act(asked: RecordAct): Promise<ActionResult> {
  return perform(asked, await permitted(asked))
}

/**
 * Does one action to one record of a batch. A submission with warnings is refused: the warnings are read on
 * the page of the record only.
 */
export async function actInBatch(asked: RecordAct): Promise<ActionResult> {
  const loaded = await permitted(asked)
  if (asked.action === 'approve' && loaded.pending && loaded.pending.warnings.length > 0) {
    throw new AppError('wrongState', { message: '有校验提示，请逐条打开审核' })
  }
  return perform(asked, loaded)
}

/** Loads the record within the actor's scope; refuses an action this actor may not do. */
async function permitted({ engine, actor, definition, id, action }: RecordAct): Promise<LoadedRecord> {
  const loaded = await load(engine.db, actor, definition, id)
  if (action !== 'look') requireVerb(actor, action, loaded)
  return loaded
}

async function perform(
  { engine, actor, body, action }: RecordAct,
  loaded: LoadedRecord,
): Promise<ActionResult> {
  requireVersion(loaded, body.version)
  requireKnownFields(loaded.definition, body)
  return { id: loaded.id, ...(await handlers[action]({ engine, actor, body, loaded })) }
}
