import type { Actor } from '../../../catalogue/access/access.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { typeOf, type ContentTypes, type PublishingNeeds } from '../../engine/publishing/index.ts'

/** What the feature is given by `app`. */
export interface Contents extends PublishingNeeds {
  readonly actorOn: ActorOn
  /**
   * Deletes the row of a file that nothing uses; returns where its bytes are, null when another file shares
   * them.
   */
  readonly deleteFile: (tx: Tx, file: { id: string; storage_key: string }) => Promise<string | null>
  /** Deletes stored bytes; called when the last upload that shares them is deleted. */
  readonly removeBytes: (storageKey: string) => Promise<void>
}

/** Roles that write some type of content. */
export const writersOf = (types: ContentTypes): readonly Role[] =>
  [...new Set(Object.values(types).flatMap(({ writers }) => writers))].toSorted((a, b) => a - b)

/** The declaration, if the actor's role writes it. */
export function writing(
  { types }: Pick<PublishingNeeds, 'types'>,
  actor: Actor,
  type: ContentName,
): AnyContent {
  const definition = typeOf(types, type)
  if (!definition.writers.includes(actor.role)) throw new AppError('forbidden')
  return definition
}
