import type { Actor } from '../../../catalogue/access/access.ts'
import { areaName } from '../../../catalogue/areas/areas.ts'
import type { ClientDraft } from '../../../catalogue/contract/administration/clients.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { note } from '../../platform/audit/note.ts'

export const fault = (code: 'duplicate' | 'invalid', field: string, message: string) =>
  new AppError(code, { message, errors: [{ field, message }] })

type ClientFields = Omit<ClientDraft, 'clientId'>

export async function refuseTaken(tx: Tx, told: ClientFields, but: number): Promise<void> {
  if (areaName(told.areaCode) === told.areaCode) throw fault('invalid', 'areaCode', '没有该行政区划')
  if (told.startDate !== null && told.endDate !== null && told.endDate < told.startDate)
    throw fault('invalid', 'endDate', '服务止不能早于服务起')
  if (await tx.maybeOne(sql`select 1 from client where name = ${told.name} and id <> ${but}`))
    throw fault('duplicate', 'name', '已有同名的站点方案')
  if (
    told.domain !== null &&
    (await tx.maybeOne(sql`select 1 from client where domain = ${told.domain} and id <> ${but}`))
  )
    throw fault('duplicate', 'domain', '该域名已归另一个站点方案')
}

/** A mark is a picture that whoever sets it has uploaded, or the one that is there. */
export async function refuseFile(
  tx: Tx,
  actor: Actor,
  logo: string | null,
  before: string | null,
): Promise<void> {
  if (logo === null || logo === before) return
  const file = await tx.maybeOne<{ mime: string }>(
    sql`select mime from file where id = ${logo} and by_identity = ${actor.identityId}`,
  )
  if (!file) throw fault('invalid', 'logo', '没有该文件，请重新上传')
  if (!['image/png', 'image/jpeg'].includes(file.mime))
    throw fault('invalid', 'logo', '标志应为 png 或 jpg 图片')
}

export async function write(tx: Tx, id: number, told: ClientFields): Promise<void> {
  await tx.execute(sql`
    update client
    set name = ${told.name}, kind = ${told.clientKind}, area_code = ${told.areaCode}, domain = ${told.domain},
      contact = ${told.contact},
      starts_on = ${told.startDate}::date, ends_on = ${told.endDate}::date,
        navigation = ${told.navigation}::text[], full_page_id = ${told.fullPageId}::int,
        logo_file = ${told.logo}::uuid,
      enabled = ${told.enabled}, version = version + 1 where id = ${id}`)
}

/** A line of the audit about a client. */
export const noteClient = (
  tx: Tx,
  actor: Actor,
  action: string,
  facts: { readonly client: number; readonly [fact: string]: unknown },
): Promise<void> => note(tx, { by: actor.identityId, action, facts })
