import type { Engine, Tx } from '../engine.ts'
import type { Act, ActOutcome } from './act.ts'
import { moveAll, type Manner, type Move, type MoveOutcome } from './moves.ts'
import {
  addTeaching,
  beginPersonnel,
  changeStatus,
  endPersonnel,
  endTeaching,
  type Arrival,
  type Departure,
  type TeachingElsewhere,
} from './stays.ts'
import { takeBackMove } from './take-back.ts'

/**
 * Everything that moves people (docs/decisions/0057). Each function works in the transaction of its caller,
 * locks the institutions that people come to and then the people, and writes what changes with them:
 * memberships, the teacher's row, records and what repeats their place, reviews under way, posts, accounts,
 * sessions, and the ledger by which the act is taken back. It throws `AppError` with a sentence, and with the
 * field where one is at fault: `effectiveOn`, `toInstitutionId`, `institutionId`, `from`, `to`.
 */
export interface Movement {
  readonly movePersonnel: (tx: Tx, move: Move) => Promise<MoveOutcome>
  /** Any number of people in a bounded number of statements; all or none. */
  readonly moveMany: (tx: Tx, moves: readonly Move[], manner?: Manner) => Promise<MoveOutcome[]>
  readonly endPersonnel: (
    tx: Tx,
    leaving: Departure,
  ) => Promise<ActOutcome & { readonly fromInstitutionId: number }>
  readonly beginPersonnel: (tx: Tx, coming: Arrival) => Promise<ActOutcome>
  readonly changeStatus: (tx: Tx, change: Act & { readonly status: string }) => Promise<void>
  readonly addTeaching: (tx: Tx, added: TeachingElsewhere) => Promise<void>
  readonly endTeaching: (tx: Tx, ending: Act & { readonly lastDay: string }) => Promise<void>
  /** Restores what a cause changed, while nothing later builds on it. */
  readonly takeBackMove: (tx: Tx, act: Act) => Promise<ActOutcome>
}

/** The one room that moves people, for the records of an engine. */
export function movementOf(engine: Engine): Movement {
  return {
    movePersonnel: async (tx, move) => {
      const [moved] = await moveAll(engine, tx, [move])
      if (!moved) throw new Error('one move, no answer')
      return moved
    },
    moveMany: (tx, moves, manner) => moveAll(engine, tx, moves, manner),
    endPersonnel: (tx, leaving) => endPersonnel(engine, tx, leaving),
    beginPersonnel: (tx, coming) => beginPersonnel(engine, tx, coming),
    changeStatus,
    addTeaching,
    endTeaching,
    takeBackMove: (tx, act) => takeBackMove(engine, tx, act),
  }
}
