import type { PreviewView } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { canCreate, inScope, type Actor } from '../../../catalogue/access/access.ts'
import { AppError, errors } from '../../../catalogue/errors.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { ownerIdFor, ownerOf, standingOfOwner } from '../access/index.ts'
import type { Engine, Owner } from '../engine.ts'
import {
  answersFor,
  examine,
  fromStored,
  load,
  cleanedInput,
  readInput,
  type Values,
  writesField,
} from '../records/index.ts'
import { routeFor, stepsView } from '../ways/index.ts'

interface Subject {
  readonly owner: Owner
  readonly current: Values
  readonly recordId: string
  readonly attachments: number
}

async function subjectOf(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  id: unknown,
  given: unknown,
): Promise<Subject> {
  if (id !== undefined) {
    const known = uuid.safeParse(id)
    if (!known.success) throw new AppError('missing')
    const loaded = await load(engine.db, actor, definition, known.data)
    const files = loaded.pending?.value.attachments ?? loaded.effective?.attachments ?? []
    const stored = loaded.pending?.value ?? loaded.effective?.stored ?? {}
    return {
      owner: loaded.owner,
      current: fromStored(engine.keys, definition, known.data, stored),
      recordId: known.data,
      attachments: files.length,
    }
  }
  const named =
    typeof given === 'number' && Number.isInteger(given) && given > 0 && given < 2 ** 31 ? given : undefined
  const owner = await ownerOf(engine.db, definition.owner, ownerIdFor(actor, definition, named) ?? 0)
  const row = owner && { ...standingOfOwner(owner), regime: definition.regime }
  if (!owner || !row || !inScope(actor, row) || !canCreate(actor, row)) throw new AppError('forbidden')
  return { owner, current: {}, recordId: '00000000-0000-7000-8000-000000000000', attachments: 0 }
}

/** What a submission of these values would meet: faults, warnings, and who would review. Writes nothing. */
export async function preview(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  body: unknown,
): Promise<PreviewView> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed')
  const { id, ...fields } = body as Record<string, unknown>
  const subject = await subjectOf(engine, actor, definition, id, fields['ownerId'])
  const read = readInput(
    definition,
    fields,
    id === undefined ? () => true : writesField(actor, definition),
    subject.current,
  )
  const input = await cleanedInput(engine.db, definition, read)
  const values = { ...subject.current, ...input.values }
  const only = answersFor(actor, definition)
  const count = input.attachments?.length ?? subject.attachments
  const examined = await examine(engine, { definition, ...subject, values, attachments: count, only })
  const { route } = await routeFor(engine.db, {
    reviewed: definition,
    place: subject.owner,
    submitter: actor.personId,
    values: examined.values,
  })
  const steps = 'steps' in route ? await stepsView(engine, route.steps, null) : []
  const blocked = definition.chain && 'noHolderFor' in route ? errors.noHolder.sentence : null
  return { steps, errors: [...examined.errors], warnings: [...examined.warnings], blocked }
}
