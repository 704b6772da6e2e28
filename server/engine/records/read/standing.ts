import type { RecordStanding } from '../../../../catalogue/access/access.ts'
import type { AnyRecord, Level } from '../../../../catalogue/define.ts'
import type { State } from '../../../../catalogue/flows/review.ts'
import { holds } from '../../../../catalogue/rules/condition.ts'
import { keptAbove } from '../../../../catalogue/rules/sides.ts'
import { placeOf, type PlaceRow } from '../../access/index.ts'
import { prepared } from '../../prepared/index.ts'
import type { Values } from '../value/codec.ts'

/** The columns of a typed row or a revision that say where it belongs and who holds it. */
interface StandingRow extends PlaceRow {
  readonly owner_id: number
  readonly owner_person_id?: number | null
  readonly state?: State
  readonly step?: number | null
  readonly holder_institution_id?: number | null
  readonly holder_role?: number | null
  readonly submitted_by?: number | null
}

/**
 * Level of the last step that reviews such values; the school level when no step does. Null without a
 * chain.
 */
function lastLevelOf(definition: AnyRecord, values: Values): Level | null {
  if (!definition.review) return null
  return (
    definition.review.chain.filter((step) => !step.when || holds(step.when, values, true)).at(-1)?.level ??
    'school'
  )
}

/**
 * Where a typed row or a revision belongs, and who holds it.
 * @param over facts that only the caller knows; they take precedence
 * @param values the values in force, which decide the last level
 */
export function standingOf(
  definition: AnyRecord,
  row: StandingRow,
  over: Partial<RecordStanding> & { effective: boolean },
  values: Values = {},
): RecordStanding {
  return {
    owner: definition.owner,
    ownerId: row.owner_id,
    ownerPersonId: row.owner_person_id ?? null,
    regime: definition.regime,
    state: row.state ?? 'approved',
    ...placeOf(row),
    holderInstitutionId: row.holder_institution_id ?? null,
    holderRole: row.holder_role ?? null,
    submittedByPerson: row.submitted_by ?? null,
    // A list does not read the events: a revision at its first step counts as untouched. The action itself
    // decides.
    untouched: row.state === 'inReview' && row.step === 0,
    lastLevel: lastLevelOf(definition, values),
    undoableBy: null,
    keptAbove: keptAbove(definition),
    contributes: prepared(definition).contributes,
    ...over,
  }
}
