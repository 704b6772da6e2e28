import type { Actor } from '../../../catalogue/access/access.ts'
import type { RollQuery } from '../../../catalogue/contract/archive/roll.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { PurposeCode } from '../../../catalogue/forms/define.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import type { Ground } from '../../engine/feature.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import type { Printer, Sheet } from '../../platform/pdf/index.ts'

/** Dependencies of printing. */
export interface Desk {
  readonly engine: Engine
  readonly processing: CaseNeeds
  readonly printer: Printer
  /** The bytes of a file that is kept under this key. */
  readonly readBytes: (key: string) => Promise<Uint8Array>
  readonly notify: Ground['notify']
  readonly log: Ground['log']
  /** The numbers of all that a question to the roll finds, one more than `most` where there are more. */
  readonly foundInRoll: (actor: Actor, query: RollQuery, most: number) => Promise<number[]>
  /** A teacher's record types in the order of the archive. */
  readonly order: (records: Engine['records']) => AnyRecord[]
}

/** One paper that somebody asks for. */
export interface Matter {
  readonly actor: Actor
  readonly owner: Owner
  /** The record or the case it is about. */
  readonly about: string | null
  readonly purpose: PurposeCode | null
  /** Why an office opens what is sealed, in its words. */
  readonly reason?: string
  /** The office whose paper it is, whoever prints it; otherwise it is the printer's own. */
  readonly issuer?: number
}

/** Marks of the issue of a paper. */
export type Marks = Pick<Sheet, 'foot' | 'watermark' | 'mark'>

/** A paper before it has its number. */
export interface Draft {
  readonly title: string
  readonly version: string
  /** Lines of the foot. */
  readonly notes: readonly string[]
  readonly watermark: string | null
  /** Whether it gets a code under which anybody can verify it. */
  readonly verifiable: boolean
  /** Digest of the values it shows; null where nothing is compared later. */
  readonly digest: Buffer | null
  readonly sheet: (marks: Marks) => Sheet
  /** The same as a document of Word; absent where the form is drawn only. */
  readonly word?: (marks: Marks) => Promise<Buffer>
}
