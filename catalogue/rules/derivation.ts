import type { Condition } from './condition.ts'

/**
 * How a derived field follows from effective records of the same owner. `from` is 'type.field', `by`:
 * - `best`: the highest value by the dictionary's rank; `ofBest`: another field of the record that holds the best one;
 * - `isBest`: true on the one record of its own type that holds the best value (`from` names the ranked field);
 * - `current`: the field of the record for which `when` holds, latest by `order`; `latest`: the last by `order`;
 * - `exists`: whether a record fulfils `when`; `levelMap`: the level of another derived or own field of this record.
 */
export interface Derivation {
  readonly from: string
  readonly by: 'best' | 'ofBest' | 'isBest' | 'current' | 'latest' | 'exists' | 'levelMap'
  /** For `ofBest`: 'type.field' whose rank decides. */
  readonly best?: string
  /** Field that breaks ties, later first; for `current` and `latest` the order. */
  readonly order?: string
  readonly when?: Condition
  /** Value when there is no source. */
  readonly else?: string | boolean
}

/** Splits 'studyExperience.educationLevel'. */
export function sourceOf(path: string): { type: string; field: string } {
  const [type = '', field = ''] = path.split('.')
  return { type, field }
}
