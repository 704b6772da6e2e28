import type { Condition } from './condition.ts'

/**
 * How a derived field follows from effective records of the same owner. `from` is 'type.field', `by`:
 * - `best`: the highest value by the dictionary's rank; `ofBest`: another field of the record that holds the
 * best one;
 * - `isBest`: true on the one record of its own type that holds the best value (`from` names the ranked
 * field);
 * - `current`, `latest`: the field of the record with the greatest `order` for which `when` holds; `first`:
 * with the least;
 * - `exists`: whether a record fulfils `when`;
 * - `copy`: the field of the one record that this record's field `via` points to;
 * - `levelMap`: the level of the code in another field of this record; `holds`: whether `when` holds of this
 * record itself.
 */
export interface Derivation {
  readonly from: string
  readonly by:
    | 'best'
    | 'ofBest'
    | 'isBest'
    | 'current'
    | 'latest'
    | 'first'
    | 'exists'
    | 'copy'
    | 'levelMap'
    | 'holds'
  /** For `ofBest`: 'type.field' whose rank decides. */
  readonly best?: string
  /** Field that breaks ties, later first; for `current`, `latest` and `first` the order. */
  readonly order?: string
  readonly when?: Condition
  /**
   * Only source records whose `record` field of this name points to the record the derived field stands in.
   */
  readonly pointing?: string
  /** For `copy`: the `record` field of this record that names the source. */
  readonly via?: string
  /** Only source records that share the greatest values of these fields: the latest school year and term. */
  readonly within?: readonly string[]
  /** Value when there is no source. */
  readonly else?: string | boolean
}

/** Splits 'studyExperience.educationLevel'. */
export function sourceOf(path: string): { type: string; field: string } {
  const [type = '', field = ''] = path.split('.')
  return { type, field }
}
