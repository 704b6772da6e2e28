import type { Standing } from '../../../catalogue/access/access.ts'
import type { AnyRecord, Level } from '../../../catalogue/define.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import { prepared } from '../prepared/index.ts'
import { holds } from '../../../catalogue/rules/condition.ts'

type Raw = Readonly<Record<string, unknown>>

const number = (row: Raw, column: string): number | null => (row[column] ?? null) as number | null

/**
 * Level of the last step such values are reviewed by; the school's where they are reviewed by nobody. Null
 * without a chain.
 */
function lastLevelOf(definition: AnyRecord, values: Raw): Level | null {
  if (!definition.chain) return null
  return (
    definition.chain.filter((step) => !step.when || holds(step.when, values, true)).at(-1)?.level ?? 'school'
  )
}

/**
 * Where a row of a typed table or of `revision` belongs, and who holds it. `over` adds what only the caller
 * knows.
 */
export function standingOf(
  definition: AnyRecord,
  row: Raw,
  over: Partial<Standing> & { effective: boolean },
  values: Raw = {},
): Standing {
  return {
    owner: definition.owner,
    ownerId: row['owner_id'] as number,
    ownerPersonId: number(row, 'owner_person_id'),
    regime: definition.regime,
    state: (row['state'] ?? 'approved') as State,
    institutionId: number(row, 'institution_id'),
    districtId: number(row, 'district_id'),
    cityId: number(row, 'city_id'),
    provinceId: number(row, 'province_id'),
    holderInstitutionId: number(row, 'holder_institution_id'),
    holderRole: number(row, 'holder_role'),
    submittedByPerson: number(row, 'submitted_by'),
    // In a list the events are not read: an item on its first step counts as untouched, the action itself
    // decides.
    untouched: row['state'] === 'inReview' && row['step'] === 0,
    lastLevel: lastLevelOf(definition, values),
    undoableBy: null,
    contributes: prepared(definition).contributes,
    ...over,
  }
}
