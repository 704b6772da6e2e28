import { endsOfEarlier } from '../../../catalogue/rules/across.ts'
import { effectiveOf, nextNumbers, tell, type Move, type RecordLife, type Revision } from './life.ts'

/**
 * A record that is open from now on ends the one that was open before it, as in `records/write/close-open`.
 */
export function closeEarlier(life: RecordLife, cause: Revision, move: Move): void {
  for (const ending of endsOfEarlier(life.definition, life.row?.values ?? {})) {
    for (const other of life.kin(life.definition.name)) {
      if (other === life || !other.row || other.voidedAt !== null) continue
      if ((other.row.values[ending.to] ?? null) === null) setEnd(other, ending, cause, move)
    }
  }
}

function setEnd(
  life: RecordLife,
  { to, end }: { readonly to: string; readonly end: string | null },
  cause: Revision,
  { by, at }: Move,
): void {
  const before = effectiveOf(life)
  const { row } = life
  if (!before || !row) throw new Error('bulk: nothing to end')
  const { no, editNo } = nextNumbers(life)
  const values = { ...row.values, [to]: end }
  before.supersededAt = at
  const revision: Revision = {
    ...before,
    id: life.load.newId(at),
    no,
    baseVersion: row.version,
    value: values,
    flowVersion: null,
    route: null,
    step: null,
    submittedAt: null,
    submittedBy: null,
    decidedAt: at,
    appliedVersion: editNo,
    appliedAt: at,
    supersededAt: null,
    editNo,
    previousId: cause.id,
    byIdentity: by.identityId,
    changed: [to],
    warnings: [],
    createdAt: at,
    updatedAt: at,
  }
  life.revisions.push(revision)
  life.row = { ...row, values, version: editNo, appliedAt: at }
  tell(life, { revisionId: revision.id, at, by, action: 'amend', event: 'record.applied' })
}
