import { recordNumber } from '../access/index.ts'
import type { Owner } from '../engine.ts'
import type { Load, RecordLife } from './life.ts'
import type { Moment } from './moment.ts'

/**
 * The lives of a load, by owner. A load of many owners takes and writes them a part at a time, owner by
 * owner.
 */
export interface Ledger {
  readonly load: Load
  /** Begins a record; its id is drawn for the moment it begins. */
  open(type: string, owner: Owner, at: Moment): RecordLife
  /** The records of an owner of one type, in the order in which they began. */
  recordsOf(owner: Owner, type: string): readonly RecordLife[]
  readonly lives: readonly RecordLife[]
  /** Returns the lives so far and forgets them. */
  take(): RecordLife[]
}

const none: readonly RecordLife[] = []

export function openLedger(load: Load): Ledger {
  const lives: RecordLife[] = []
  const families = new Map<string, RecordLife[]>()
  return {
    load,
    lives,
    take() {
      families.clear()
      return lives.splice(0)
    },
    recordsOf: (owner, type) => families.get(`${owner.kind}/${owner.id}/${type}`) ?? none,
    open(type, owner, at) {
      const definition = load.engine.records[type]
      if (!definition) throw new Error(`bulk: no record type ${type}`)
      const family = `${owner.kind}/${owner.id}/`
      const siblings = families.get(family + type) ?? []
      families.set(family + type, siblings)
      const life: RecordLife = {
        load,
        definition,
        owner,
        recordId: recordNumber(owner.id, load.newId(at)),
        revisions: [],
        lines: [],
        looks: [],
        files: new Set(),
        row: null,
        voidedAt: null,
        kin: (other) => families.get(family + other) ?? none,
      }
      siblings.push(life)
      lives.push(life)
      return life
    },
  }
}
