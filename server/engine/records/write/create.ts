import { canCreate, inScope, scopeOf } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { keptAbove } from '../../../../catalogue/rules/sides.ts'
import { isObject } from '../../../platform/http/body.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { isOwnerId, ownerIdFor, ownerOf, recordNumber, standingOfOwner } from '../../access/index.ts'
import type { Ask, Engine, Owner } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { tableName } from '../../schema/index.ts'
import { usedFiles } from './apply.ts'
import { applyAtOnce } from './apply-at-once.ts'
import { changedKeys, type Values } from '../value/codec.ts'
import { filesIn, requireFiles } from '../value/evidence.ts'
import { examine, requireSound } from '../value/examine.ts'
import { answersFor, bornApplied } from '../value/fields-of-side.ts'
import { answeredBefore, isClash, remember, repeatable, type Repeatable } from './idempotency.ts'
import { cleanedInput, readInput } from '../value/input.ts'
import { journalParts } from './journal.ts'
import { insertRevision, noteOf, type Content, type Target, type WrittenRecord } from './revision.ts'

async function ownerForNew({ engine, actor, definition }: Ask, given: unknown): Promise<Owner> {
  const named = isOwnerId(given) ? given : undefined
  const id = ownerIdFor(actor, definition, named)
  if (id === undefined) {
    if (scopeOf(actor) === null || actor.role === 2) throw new AppError('forbidden')
    throw invalid('ownerId', '请选择教师')
  }
  const owner = await ownerOf(engine.db, definition.owner, id)
  const row = owner && {
    ...standingOfOwner(owner),
    regime: definition.regime,
    keptAbove: keptAbove(definition),
  }
  if (!owner || !row || !inScope(actor, row))
    throw new AppError(actor.role === 2 && !named ? 'forbidden' : 'missing')
  if (!canCreate(actor, row)) throw new AppError('forbidden')
  return owner
}

/** The defaults of the fields that the sender left out. */
function defaultsBeside(definition: AnyRecord, given: Values): Values {
  const left = Object.entries(prepared(definition).defaults).filter(([key]) => given[key] === undefined)
  return Object.fromEntries(left)
}

async function refuseSecond(engine: Engine, definition: AnyRecord, owner: Owner): Promise<void> {
  if (definition.cardinality !== 'one') return
  const second = await engine.db.maybeOne(sql`
    select 1 from ${sql.id(tableName(definition.name))} where owner_id = ${owner.id} and voided_at is null
    union all
    select 1
    from revision
    where owner_id = ${owner.id} and type = ${definition.name} and replaced_at is null
      and state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn') limit 1`)
  if (second) throw new AppError('duplicate', { message: `${definition.title}已有一份，请直接修改` })
}

/**
 * POST: creates a draft of a reviewed record, or a value that takes effect at once (own, recorded, mixed by
 * the institution). The permission is decided before the body is read. The same Idempotency-Key gets the same
 * answer.
 */
export async function createRecord(ask: Ask, body: unknown, key: string | undefined): Promise<WrittenRecord> {
  const { engine, actor } = ask
  const owner = await ownerForNew(ask, isObject(body) ? body['ownerId'] : undefined)
  const definition = engine.own.forOwner(ask.definition, owner)
  const request = repeatable(engine.keys, key, definition.name, body)
  try {
    return await createNew({ ...ask, definition, owner, recordId: recordNumber(owner.id) }, body, request)
  } catch (error) {
    // The same request sent twice meets the rows of the first one and gets its answer. The key is not looked
    // up beforehand, because hardly any request comes twice.
    const twin = isClash(error) ? await answeredBefore(engine.db, actor, request, owner.id) : null
    if (twin) return twin
    throw error
  }
}

async function createNew(target: Target, body: unknown, request: Repeatable | null): Promise<WrittenRecord> {
  const { engine, actor, definition, owner, recordId } = target
  // The first registration of a mixed record may fill all fields. Later each side writes only its own.
  const read = readInput(definition, body, () => true, null)
  const input = await cleanedInput(engine.db, definition, read)
  const content = {
    values: { ...input.values, ...defaultsBeside(definition, input.values) },
    attachments: input.attachments ?? [],
  }
  await requireFiles(target, null, { values: input.values, attachments: content.attachments })
  await refuseSecond(engine, definition, owner)
  if (!bornApplied(definition, actor)) return createDraft(target, content, request)
  const examined = await examine(engine, {
    definition,
    owner,
    recordId,
    values: content.values,
    attachments: content.attachments.length,
    only: answersFor(actor, definition),
  })
  requireSound(examined)
  return applyAtOnce(target, { ...content, ...examined, before: null, request })
}

async function createDraft(
  target: Target,
  content: Content,
  request: Repeatable | null,
): Promise<WrittenRecord> {
  const { values, attachments } = content
  const revisionId = uuidv7()
  const written = insertRevision({
    ...target,
    ...content,
    revisionId,
    changed: changedKeys(target.definition, null, values),
    warnings: [],
    applied: false,
    baseVersion: 0,
    version: 1,
    no: 1,
    previousId: null,
  })
  const note = { ...noteOf(target, revisionId, 'create', 'record.created'), quiet: true as const }
  const made = { ownerId: target.owner.id, recordId: target.recordId, version: 1 }
  await target.engine.db.together({
    name: 'written',
    lead: written,
    parts: () => [
      ...remember(target.actor, request, made),
      ...usedFiles(target, filesIn(target.definition, values, attachments)),
      ...journalParts(note),
    ],
  })
  return { id: target.recordId, version: 1 }
}
