import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import type { EffectName, JudgeName, SourceName } from '../../../catalogue/processes/effects.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { FormValue } from '../filled-forms/index.ts'
import type { CaseRow } from './row.ts'

/** A case as effects and judges see it. Institutions by party; null for one that is not on the platform. */
export interface Matter {
  readonly id: string
  readonly definition: AnyProcess
  /** Whom it is about; of a case about something else the person who began it, if one did. */
  readonly teacherId: number | null
  readonly value: Readonly<Record<string, unknown>>
  readonly parties: Readonly<Record<string, number | null>>
  readonly campaignId: string | null
  /** The case that this one asks to change. */
  readonly ofCase: string | null
  /** The content it is about. */
  readonly contentId: number | null
  /** Who makes the move; null for the clock. */
  readonly actor: Actor | null
  /** The identity that makes the move; null for the clock. */
  readonly by: number | null
}

/** The teacher of a case of a process about teachers. */
export function teacherOf({ teacherId }: { readonly teacherId: number | null }): number {
  if (teacherId === null) throw new AppError('wrongState', { message: '该事项不关于教师，不能这样办理' })
  return teacherId
}

/** One duty handed over, with the names of the former and the new holder. */
export interface HandedOver {
  readonly kind: string
  readonly title: string
  readonly from: string
  readonly to: string
}

/** What an effect did. */
export interface EffectOutcome {
  readonly handover: readonly HandedOver[]
  /** People who were signed out somewhere. */
  readonly people: readonly number[]
  /** What it writes into the case. */
  readonly value?: FormValue
  /** Why nothing is left: the case makes the move that stands for this one (`orElse`), or is refused so. */
  readonly instead?: string
}

/** An effect that hands over nothing and signs nobody out. */
export const noOutcome: EffectOutcome = { handover: [], people: [] }

/**
 * `voided` of an effect that stays.
 * @throws AppError `wrongState`
 */
export function neverVoided(): never {
  throw new AppError('wrongState', { message: '这一步不能撤销' })
}

/**
 * What a move does beside moving the case. Both run in the move's transaction; an AppError refuses the move.
 * Done again for the same case, `applied` must change nothing.
 */
export interface Effect {
  readonly applied: (tx: Tx, matter: Matter) => Promise<EffectOutcome>
  /** Restores what `applied` changed, or refuses with the reason. */
  readonly voided: (tx: Tx, matter: Matter) => Promise<EffectOutcome>
}

export interface CaseJudgement {
  readonly errors: readonly FieldFault[]
  readonly warnings: readonly FieldFault[]
}

/** A judgement without a fault. */
export const judgedFine: CaseJudgement = { errors: [], warnings: [] }

/** A judgement with one fault of a field. */
export const judgedFault = (field: string, message: string): CaseJudgement => ({
  errors: [{ field, message }],
  warnings: [],
})

/** Asked of the database before a form is handed in, in the same transaction with the person's row locked. */
export type Judge = (db: Queryable, matter: Matter) => Promise<CaseJudgement>

/** What the portal knows already for a new case about a teacher: values by field. */
export type Source = (db: Queryable, teacherId: number) => Promise<Readonly<Record<string, unknown>>>
/** An entry as a move left it. */
export interface MovedEntry extends Matter {
  readonly from: string
  readonly state: string
  readonly move: string
  /** The office that forwards it to the next one; null at the last step. */
  readonly recommendedBy: number | null
  /** Whether its first form was handed in with the move. */
  readonly handsIn: boolean
}

/** What the features register; the compiler asks for every name. */
export interface Consequences {
  readonly effects: Readonly<Record<EffectName, Effect>>
  readonly judges: Readonly<Record<JudgeName, Judge>>
  readonly sources: Readonly<Record<SourceName, Source>>
  /** What experts wrote of a case, for its readers; nothing before it is decided. */
  readonly opinions: (
    db: Queryable,
    definition: AnyProcess,
    row: Pick<CaseRow, 'id' | 'campaignId' | 'state'>,
  ) => Promise<string[]>
  /** Hears of every move, in its transaction. */
  readonly moved: (tx: Tx, moved: MovedEntry) => Promise<void>
}
