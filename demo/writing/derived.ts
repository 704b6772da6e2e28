import type { AnyRecord } from '../../catalogue/define.ts'
import type { Derivation } from '../../catalogue/rules/derivation.ts'
import type { Engine } from '../../server/engine/engine.ts'
import { derive, type OwnedRow, readsFrom, type Values } from '../../server/engine/records/index.ts'

/** An effective row of one owner; its derived values are written into `values`. */
export interface DerivedRow extends OwnedRow {
  readonly definition: AnyRecord
  readonly values: Values
}

interface Rule {
  readonly key: string
  readonly type: string
  readonly rule: Derivation
}

const known = new WeakMap<AnyRecord, readonly Rule[]>()

/** The derived fields of a type with the types they read from. */
export function derivedRules(definition: AnyRecord): readonly Rule[] {
  const found =
    known.get(definition) ??
    Object.entries(definition.fields).flatMap(([key, { derived: rule }]) =>
      rule ? [{ key, type: readsFrom(definition.name, rule), rule }] : [],
    )
  known.set(definition, found)
  return found
}

/**
 * The catalogue's longest way, from an appointment to the level of its title in the basic information, has
 * three steps.
 */
const WAVES = 4

/** Fills in the derived values of all rows of one owner, wave after wave, until nothing moves any more. */
export function settleDerived(engine: Engine, rows: readonly DerivedRow[]): void {
  const byType = new Map<string, DerivedRow[]>()
  for (const row of rows) {
    const same = byType.get(row.definition.name)
    if (same) same.push(row)
    else byType.set(row.definition.name, [row])
  }
  const deriving = rows.filter((row) => derivedRules(row.definition).length > 0)
  for (let wave = 0; wave < WAVES; wave += 1) {
    let moved = false
    for (const row of deriving) {
      for (const { key, type, rule } of derivedRules(row.definition)) {
        const value = derive(engine, { own: row.definition, rule, rows: byType.get(type) ?? [], self: row })
        if (value === (row.values[key] ?? null)) continue
        row.values[key] = value
        moved = true
      }
    }
    if (!moved) return
  }
}
