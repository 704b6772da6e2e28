import type { AnyRecord } from '../../catalogue/define.ts'
import type { Actor, OwnerKind, Place } from '../../catalogue/access/access.ts'
import { AppError } from '../../catalogue/errors.ts'
import type { Readings } from './access/index.ts'
import type { OwnDeclarations } from './own/index.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Database, Queryable, Tx } from '../platform/db/database.ts'

/** What happened to a record, as hooks and the outbox name it. */
export type EventName =
  | 'record.created'
  | 'record.edited'
  | 'record.deleted'
  | 'flow.submitted'
  | 'flow.withdrawn'
  | 'flow.approved'
  | 'flow.forwarded'
  | 'flow.returned'
  | 'flow.rejected'
  | 'flow.appealed'
  | 'flow.undone'
  | 'flow.urged'
  | 'flow.answered'
  | 'flow.remarked'
  | 'flow.passed'
  | 'record.applied'
  | 'record.voided'

/** The plain values that were written into a record; derived fields are not among them. */
type WrittenValues = Readonly<Record<string, unknown>>

/** A version that has just become effective. */
export interface AppliedVersion {
  readonly type: string
  readonly ownerId: number
  readonly recordId: string
  readonly values: WrittenValues
  /** The version in force until now, null where there was none. */
  readonly before: WrittenValues | null
  /** The role of whoever brought it into force; null where the engine did. */
  readonly byRole: number | null
}

/** A version that has just been taken back. */
export interface VoidedVersion {
  readonly type: string
  readonly ownerId: number
  readonly recordId: string
  /** The version that was taken back. */
  readonly before: WrittenValues
  /** The earlier version that is in force again, null where there is none. */
  readonly now: WrittenValues | null
}

/** Facts of an archive that the teacher's row repeats beside name, stage and subject. */
export interface RepeatedFacts {
  readonly titleLevel: string | null
}

/**
 * Code of a feature that runs in the transaction in which a version of a record becomes effective or is taken
 * back. Both are asked for: what follows from a version must end with it (docs/decisions/0042).
 */
export interface Hooks {
  readonly applied: (tx: Tx, applied: AppliedVersion) => Promise<void>
  readonly voided: (tx: Tx, voided: VoidedVersion) => Promise<void>
  /** Derived fields of a record in force changed: `values` has all of its stored values. */
  readonly derived?: (
    tx: Tx,
    changed: { readonly ownerId: number; readonly values: WrittenValues },
  ) => Promise<void>
  /** What the teacher's row repeats of a record that is loaded many at a time, past `applied`. */
  readonly repeated?: (values: WrittenValues) => RepeatedFacts
}

/** What the engine works with; built once by `app`, which hands in the catalogue's registry. */
export interface Engine {
  readonly records: Readonly<Record<string, AnyRecord>>
  readonly own: OwnDeclarations
  readonly db: Database
  /** The same database through a small pool with a time limit, for searches (platform/db/search.ts). */
  readonly search: Queryable
  /** Notes who read which archive. */
  readonly readings: Readings
  readonly keys: Keys
  readonly hooks: Readonly<Record<string, Hooks>>
  /** Pinyin sort form of a text: surname readings first. */
  readonly sortForm: (text: string) => string
}

/** An actor's question about records of one type. */
export interface Ask {
  readonly engine: Engine
  readonly actor: Actor
  readonly definition: AnyRecord
}

/** An owner of records: its place in the tree and its name. */
export interface Owner extends Place {
  readonly id: number
  readonly kind: OwnerKind
  /** The person behind a teacher; null for an institution. */
  readonly personId: number | null
  readonly name: string
  readonly institution: string
}

/** The declaration of a type; an unknown name answers like a missing record. */
export function definitionOf(engine: Engine, type: string): AnyRecord {
  const definition = Object.hasOwn(engine.records, type) ? engine.records[type] : undefined
  if (!definition) throw new AppError('missing')
  return definition
}

export type { Actor, Database, Queryable, Tx }
