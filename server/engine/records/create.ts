import { canCreate, inScope, type Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { ownerIdFor, ownerOf, standingOfOwner } from '../access/index.ts'
import type { Engine, Owner } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import { tableName } from '../schema/index.ts'
import { useFiles } from './apply.ts'
import { applyAtOnce } from './apply-at-once.ts'
import { changedKeys, type Values } from './codec.ts'
import { filesIn, requireFiles } from './evidence.ts'
import { examine, requireSound } from './examine.ts'
import { answersFor, bornApplied } from './fields-of-side.ts'
import { answeredBefore, isClash, remember, repeatable, type Repeatable } from './idempotency.ts'
import { cleanedInput, readInput } from './input.ts'
import { journal } from './journal.ts'
import { insertRevision, noteOf, type Target, type Written } from './revision.ts'

async function ownerForNew(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  given: unknown,
): Promise<Owner> {
  const named =
    typeof given === 'number' && Number.isInteger(given) && given > 0 && given < 2 ** 31 ? given : undefined
  const id = ownerIdFor(actor, definition, named)
  if (id === undefined) {
    if (actor.role === 2 || actor.role > 6 || actor.role === 1) throw new AppError('forbidden')
    const errors = [{ field: 'ownerId', message: '请选择教师' }]
    throw new AppError('invalid', { errors, message: '请选择教师' })
  }
  const owner = await ownerOf(engine.db, definition.owner, id)
  const row = owner && { ...standingOfOwner(owner), regime: definition.regime }
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
 * POST: a draft of a reviewed record, or a value that takes effect at once (own, recorded, mixed by the
 * institution). Permission is decided before the body is read; the same Idempotency-Key answers as before.
 */
export async function createRecord(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  body: unknown,
  key: string | undefined,
): Promise<Written> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as { ownerId?: unknown }
  const owner = await ownerForNew(engine, actor, definition, given.ownerId)
  const request = repeatable(engine.keys, key, definition.name, body)
  try {
    return await createNew(engine, actor, definition, owner, body, request)
  } catch (error) {
    // The same request sent twice, at once or later, meets the first one's rows and answers like it. Nobody
    // asks beforehand: hardly any request comes twice.
    const twin = isClash(error) ? await answeredBefore(engine.db, actor, request) : null
    if (twin) return twin
    throw error
  }
}

async function createNew(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  owner: Owner,
  body: unknown,
  request: Repeatable | null,
): Promise<Written> {
  // Whoever registers a mixed record for the first time fills it whole; later each side keeps to its own
  // fields.
  const input = await cleanedInput(
    engine.db,
    definition,
    readInput(definition, body, () => true, null),
  )
  const values = { ...input.values, ...defaultsBeside(definition, input.values) }
  const attachments = input.attachments ?? []
  await requireFiles(engine.db, actor, definition, null, input.values, attachments)
  await refuseSecond(engine, definition, owner)
  const recordId = uuidv7()
  const target = { engine, actor, definition, owner, recordId }
  if (!bornApplied(definition, actor)) return createDraft(target, values, attachments, request)
  const examined = await examine(engine, {
    definition,
    owner,
    recordId,
    values,
    attachments: attachments.length,
    only: answersFor(actor, definition),
  })
  requireSound(examined)
  return applyAtOnce(target, examined.values, examined.warnings, attachments, null, request)
}

async function createDraft(
  t: Target,
  values: Values,
  attachments: readonly string[],
  request: Repeatable | null,
): Promise<Written> {
  const revisionId = uuidv7()
  const written = insertRevision({
    ...t,
    revisionId,
    value: values,
    attachments,
    changed: changedKeys(t.definition, null, values),
    warnings: [],
    applied: false,
    baseVersion: 0,
    version: sql`1`,
    no: sql`1`,
    previousId: null,
  })
  const note = { ...noteOf(t, revisionId, 'create', 'record.created'), quiet: true as const }
  const used = filesIn(t.definition, values, attachments)
  const files = used.length > 0 ? sql`used as (${useFiles(t, used)}),` : sql.empty
  await t.engine.db.query(sql`with ${written}, ${remember(t.actor, request, t.owner.id, t.recordId, 1)}
    ${files} ${journal(note)} select 1 from written`)
  return { id: t.recordId, version: 1 }
}
