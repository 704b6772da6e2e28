import type { Actor } from '../../../catalogue/access/access.ts'
import type { IssuedForm } from '../../../catalogue/contract/forms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { purposes, type PurposeCode } from '../../../catalogue/forms/define.ts'
import type { Engine } from '../../engine/engine.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { grouped, openFile } from './issue.ts'
import { opensSealed } from './opens-sealed.ts'
import { joinNewer, paperColumns, stateOf, type PaperRow } from './verify.ts'

interface Row extends PaperRow {
  readonly title: string
  readonly code: string | null
  readonly holder: string | null
  readonly at: string
  readonly pages: number
  readonly revokeReason: string | null
  readonly hasFile: boolean
}

/** The papers the actor made one by one, the newest first. */
export async function papersOf(
  engine: Engine,
  actor: Actor,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const mine = sql`f.by_identity = ${actor.identityId} and f.bundle_id is null`
  const [{ total }, rows] = await Promise.all([
    engine.db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from issued_form f where ${mine} limit 10000) c`,
    ),
    engine.db.query<Row>(sql`
      select ${paperColumns}, f.title, f.code, coalesce(t.name, i.name) as holder, f.issued_at as at, f.pages,
        f.revoke_reason as "revokeReason", f.file is not null as "hasFile"
      from issued_form f
      left join teacher t on t.id = f.teacher_id
      join institution i on i.id = f.institution_id
      ${joinNewer}
      where ${mine}
      order by f.issued_at desc, f.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const list = await Promise.all(rows.map((row) => lineOf(engine, row)))
  return { list, total, page, pageSize }
}

async function lineOf(engine: Engine, row: Row): Promise<IssuedForm> {
  return {
    id: row.id,
    form: row.form,
    title: row.title,
    version: row.version,
    code: row.code === null ? null : grouped(row.code),
    holder: row.holder ?? '',
    purpose: row.purpose && purposes[row.purpose].label,
    at: row.at,
    pages: row.pages,
    state: await stateOf(engine, row),
    revokeReason: row.revokeReason,
    hasFile: row.hasFile,
  }
}

/** The file of a paper that the actor made, as long as it is kept. */
export async function ownPaper(engine: Engine, actor: Actor, id: string) {
  const row = await engine.db.maybeOne<{
    title: string
    holder: string | null
    kept: boolean
    form: string
    purpose: PurposeCode | null
    format: 'pdf' | 'docx'
  }>(sql`
    select f.title, coalesce(t.name, i.name) as holder, f.file is not null as kept, f.form, f.purpose,
      f.format
    from issued_form f
    left join teacher t on t.id = f.teacher_id
    join institution i on i.id = f.institution_id
    where f.id = ${id}::uuid and f.by_identity = ${actor.identityId}`)
  if (!row) throw new AppError('missing')
  return { name: nameOf(row), isKept: row.kept, opens: opensSealed(actor, row.form, row.purpose) }
}

interface NamedPaper {
  readonly title: string
  readonly holder: string | null
  readonly format: 'pdf' | 'docx'
}

const nameOf = ({ title, holder, format }: NamedPaper): string =>
  `${`${title} ${holder ?? ''}`.trim()}.${format}`

const mimes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

/** The bytes of a paper for whoever holds a signed address of it. */
export async function bytesOf(
  engine: Engine,
  id: string,
): Promise<{ name: string; mime: string; bytes: Buffer }> {
  const row = await engine.db.maybeOne<NamedPaper & { file: string | null }>(sql`
    select f.title, coalesce(t.name, i.name) as holder, f.file, f.format
    from issued_form f
    left join teacher t on t.id = f.teacher_id
    join institution i on i.id = f.institution_id
    where f.id = ${id}::uuid`)
  if (!row?.file) throw new AppError('missing')
  return {
    name: nameOf(row),
    mime: mimes[row.format],
    bytes: openFile(engine.keys, id, row.file),
  }
}

/** Takes a paper back: whoever verifies it reads 已撤销. 409 where it was taken back before. */
export async function revoke(engine: Engine, actor: Actor, id: string, reason: string): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ teacher_id: number | null }>(sql`
      update issued_form
      set revoked_at = now(), revoked_by = ${actor.identityId}, revoke_reason = ${reason}
      where id = ${id}::uuid and by_identity = ${actor.identityId} and revoked_at is null
      returning teacher_id`)
    if (!row) {
      const before = await tx.maybeOne(
        sql`select 1 from issued_form where id = ${id}::uuid and by_identity = ${actor.identityId}`,
      )
      throw new AppError(before ? 'wrongState' : 'missing', before ? { message: '该表已经撤销' } : {})
    }
    await note(tx, {
      by: actor.identityId,
      action: 'form.revoked',
      ...(row.teacher_id !== null && { ownerId: row.teacher_id }),
      facts: { paper: id, reason },
    })
  })
}
