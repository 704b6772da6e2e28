import { prepared } from '../prepared/index.ts'
import { filesIn, writtenValues, type Values } from '../records/index.ts'
import { effectiveOf, nextNumbers, type Move, type RecordLife, type Revision } from './life.ts'

/**
 * Every declared key; empty ones have their default or null, as in the first value that the engine stores.
 */
export function firstValue({ definition }: RecordLife, given: Values): Values {
  const out = { ...prepared(definition).defaults }
  for (const key in out) out[key] = given[key] ?? out[key]
  return out
}

/** Only the keys that people write; absent ones are null. */
export const written = ({ definition }: RecordLife, values: Values): Values =>
  writtenValues(definition, values)

/** A new revision with everything empty that the engine's insert leaves to the defaults of its columns. */
export function revisionOf(
  life: RecordLife,
  { by, at }: Move,
  given: Pick<Revision, 'value' | 'attachments' | 'changed'> & { previousId?: string | null },
): Revision {
  const { no, editNo } = nextNumbers(life)
  for (const file of filesIn(life.definition, given.value, given.attachments)) life.files.add(file)
  return {
    id: life.load.newId(at),
    no,
    baseVersion: effectiveOf(life)?.editNo ?? 0,
    state: 'draft',
    flowVersion: null,
    route: null,
    step: null,
    holder: null,
    holderSince: null,
    returnStep: null,
    appealed: false,
    notBy: null,
    submittedAt: null,
    submittedBy: null,
    decidedAt: null,
    appliedVersion: null,
    appliedAt: null,
    supersededAt: null,
    replacedAt: null,
    editNo,
    previousId: null,
    byIdentity: by.identityId,
    warnings: [],
    createdAt: at,
    updatedAt: at,
    ...given,
  }
}

/** Makes a revision the one in force, in place of the one before it. */
export function bringIntoForce(life: RecordLife, revision: Revision, values: Values, { by, at }: Move): void {
  const before = life.revisions.find(
    (r) => r !== revision && r.state === 'approved' && r.supersededAt === null,
  )
  if (before) before.supersededAt = at
  revision.state = 'approved'
  revision.appliedAt = at
  revision.decidedAt = at
  revision.appliedVersion = revision.editNo
  const { attachments, editNo } = revision
  life.row = {
    values: written(life, values),
    attachments,
    version: editNo,
    recordedBy: by.identityId,
    appliedAt: at,
  }
  revision.value = life.row.values
  life.voidedAt = null
}
