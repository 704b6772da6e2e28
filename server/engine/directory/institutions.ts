import type { Actor } from '../../../catalogue/access/access.ts'
import { audited } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Name and contact of an institution. A field that is undefined stays as it is; '' empties it. */
export interface InstitutionDescription {
  readonly name?: string | undefined
  readonly principal?: string | undefined
  readonly phone?: string | undefined
  readonly address?: string | undefined
}

/**
 * Changes name and contact of the actor's institution. The audit row keeps the values before: nothing else
 * remembers the old name.
 */
export async function describeInstitution(
  db: Queryable,
  actor: Pick<Actor, 'institutionId' | 'identityId' | 'personId'>,
  given: InstitutionDescription,
): Promise<void> {
  const kept = (column: string, value: string | undefined) =>
    value === undefined ? sql`now.${sql.id(column)}` : sql`nullif(${value}::text, '')`
  await db.execute(sql`
    with now as (select id, name, principal, phone, address
      from institution
      where id = ${actor.institutionId} for update),
      described as (
        update institution i
        set name = ${kept('name', given.name)}, principal = ${kept('principal', given.principal)},
          phone = ${kept('phone', given.phone)}, address = ${kept('address', given.address)}
        from now where i.id = now.id returning 1)
    ${audited(
      {
        by: actor.identityId,
        action: 'institution.described',
        facts: sql`jsonb_build_object('person', ${actor.personId}::int, 'before', to_jsonb(now))`,
      },
      sql`from now, described`,
    )}`)
}

/** Changes the picture of an institution's seal, null for none. */
export async function changeSeal(tx: Tx, institutionId: number, fileId: string | null): Promise<void> {
  await tx.execute(sql`update institution set seal_file = ${fileId} where id = ${institutionId}`)
}
