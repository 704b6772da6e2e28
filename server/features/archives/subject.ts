import { inScope, type Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import { presentNumber } from '../../engine/directory/index.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { guestUntil } from './guests.ts'
import { note } from '../../platform/audit/note.ts'

/**
 * The teacher an archive is about, if the actor may read it; what lies outside the scope answers like what
 * does not exist.
 */
export async function subjectOf(engine: Engine, actor: Actor, teacherId: number | null): Promise<Owner> {
  if (teacherId === null) throw new AppError('missing')
  const owner = await ownerOf(engine.db, 'teacher', teacherId)
  if (owner && inScope(actor, standingOfOwner(owner))) return owner
  // A number that was joined into another one leads to it.
  const present = await presentNumber(engine.db, teacherId)
  if (present === teacherId) throw new AppError('missing')
  return subjectOf(engine, actor, present)
}

/** An archive that an actor may read: whole, or up to the end of a day. */
export interface Readable {
  readonly owner: Owner
  /**
   * Last day that the reader may see, 'YYYY-MM-DD'; null for the archive as it is, with what is under way.
   */
  readonly until: string | null
}

/**
 * The same for whoever only reads: schools where the teacher is posted, or was before, read up to a day
 * (guests.ts). Throws AppError `missing` for everybody else, as for a number that nobody has.
 */
export async function readableOf(engine: Engine, actor: Actor, teacherId: number | null): Promise<Readable> {
  try {
    return { owner: await subjectOf(engine, actor, teacherId), until: null }
  } catch (error) {
    if (teacherId === null || !(error instanceof AppError) || error.code !== 'missing') throw error
    const id = await presentNumber(engine.db, teacherId)
    const until = await guestUntil(engine.db, actor, id)
    const owner = until === null ? undefined : await ownerOf(engine.db, 'teacher', id)
    if (!owner) throw error
    return { owner, until }
  }
}

/** The day that a reading is of: the one that was asked for, as far as the reader may see. */
export const dayWithin = ({ until }: Readable, date: string | null): string | null =>
  until === null || (date !== null && date < until) ? date : until

/** A number as it stands in an address; whatever is no number names nobody. */
export function teacherIdOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/**
 * Notes that an office read somebody's whole archive, and which part; teachers reading their own leave no
 * trace.
 */
export async function noteReading(
  engine: Engine,
  actor: Actor,
  owner: Owner,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  if (actor.role === 2 && actor.viewedBy === undefined) return
  await note(engine.db, {
    by: actor.viewedBy ?? actor.identityId,
    action: 'archive.read',
    ownerId: owner.id,
    facts,
  })
}
