import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { audited } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Value } from './value.ts'

/** A content and the actor who changes it. */
export interface About {
  readonly tx: Tx
  readonly actor: Actor
  readonly definition: AnyContent
  readonly row: { readonly id: number; readonly value: Value }
}

/** Writes the audit row of a change, with the first letters of the headline. */
export async function note(
  { tx, actor, definition, row }: About,
  action: string,
  more: object = {},
): Promise<void> {
  const facts = {
    content: row.id,
    kind: definition.title,
    title: String(row.value[definition.headline] ?? '').slice(0, 60),
    ...more,
  }
  await tx.execute(audited({ by: actor.identityId, action, facts }))
}
