import type { PreviewView } from '../../../catalogue/contract/archive/records.ts'
import { canCreate, inScope } from '../../../catalogue/access/access.ts'
import { AppError, errors } from '../../../catalogue/errors.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { keptAbove } from '../../../catalogue/rules/sides.ts'
import { objectBody } from '../../platform/http/body.ts'
import { isOwnerId, ownerIdFor, ownerOf, standingOfOwner } from '../access/index.ts'
import type { Ask, Owner } from '../engine.ts'
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

/** The record that exists under this id, as the actor may see it. */
async function existing({ engine, actor, definition }: Ask, id: unknown): Promise<Subject> {
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

/** A record that the actor is about to create for the named owner. */
async function future({ engine, actor, definition }: Ask, given: unknown): Promise<Subject> {
  const id = ownerIdFor(actor, definition, isOwnerId(given) ? given : undefined)
  const owner = await ownerOf(engine.db, definition.owner, id ?? 0)
  const row = owner && {
    ...standingOfOwner(owner),
    regime: definition.regime,
    keptAbove: keptAbove(definition),
  }
  if (!owner || !row || !inScope(actor, row) || !canCreate(actor, row)) throw new AppError('forbidden')
  return { owner, current: {}, recordId: '00000000-0000-7000-8000-000000000000', attachments: 0 }
}

/**
 * Answers which faults and warnings a submission of these values would meet, and who would review it. Writes
 * nothing.
 */
export async function preview(ask: Ask, body: unknown): Promise<PreviewView> {
  const { engine, actor } = ask
  const { id, ...fields } = objectBody(body)
  const subject = id === undefined ? await future(ask, fields['ownerId']) : await existing(ask, id)
  const definition = engine.own.forOwner(ask.definition, subject.owner)
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
    reviewed: { name: definition.name, chain: definition.review?.chain ?? [] },
    place: subject.owner,
    submitter: actor.personId,
    values: examined.values,
  })
  const steps = 'steps' in route ? await stepsView(engine, route.steps, null) : []
  const blocked = definition.review && 'noHolderFor' in route ? errors.noHolder.sentence : null
  return { steps, errors: [...examined.errors], warnings: [...examined.warnings], blocked }
}
