import type { InstitutionLevel } from '../../../catalogue/institutions/kinds.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { claimInstitutions } from './turns.ts'

/** Who writes, for the audit. */
export type Keeper = Pick<Actor, 'identityId' | 'personId'>

export interface NamedInstitutionFields {
  readonly name: string
  readonly code: string | null
  readonly parentId: number | null
}

/** Refuses a name that stands below the same parent, and a code that is or was another one's. */
export async function refuseTaken(
  tx: Tx,
  { name, code, parentId }: NamedInstitutionFields,
  but: number | null,
): Promise<void> {
  const same = await tx.maybeOne<{ id: number }>(sql`
    select id from institution
    where parent_id = ${parentId} and name = ${name} and closed_on is null and id is distinct from ${but}
    limit 1`)
  if (same) throw duplicate('name', '同一上级下已有该名称的机构')
  if (code === null) return
  const taken = await tx.maybeOne<{ name: string }>(sql`
    select name from institution where code = ${code} and id is distinct from ${but}
    union all
    select name from institution_former where code = ${code} and institution_id is distinct from ${but}
    limit 1`)
  if (taken) throw duplicate('code', '该标识码已有机构使用，或曾经使用过')
}

/** Refuses a number of the national register that another institution has. */
export async function refuseSameNumber(tx: Tx, uscc: unknown, but: number | null): Promise<void> {
  if (typeof uscc !== 'string') return
  const taken = await tx.maybeOne(
    sql`select 1 from institution where uscc = ${uscc} and id is distinct from ${but}`,
  )
  if (taken) throw duplicate('uscc', '该统一社会信用代码已登记在另一个机构')
}

const duplicate = (field: string, message: string): AppError =>
  new AppError('duplicate', { message, errors: [{ field, message }] })

interface LockedInstitution extends NamedInstitutionFields {
  readonly level: InstitutionLevel
  readonly version: number
  readonly closedOn: string | null
  /** First day of the present name and code; null when unknown. */
  readonly since: string | null
}

/** Takes an institution for a change; 404 without one, 409 when it changed after `version` was read. */
export async function lock(tx: Tx, id: number, version: number | null): Promise<LockedInstitution> {
  await claimInstitutions(tx, [id])
  const row = await tx.maybeOne<LockedInstitution>(sql`
    select name, code, parent_id as "parentId", level, version, closed_on as "closedOn",
      coalesce((select max(f.to_on) + 1 from institution_former f where f.institution_id = i.id),
        opened_on) as since
    from institution i
    where id = ${id} for update`)
  if (!row) throw new AppError('missing')
  if (version !== null && row.version !== version) throw new AppError('stale')
  return row
}

export const raised = sql`version = t.version + 1`
