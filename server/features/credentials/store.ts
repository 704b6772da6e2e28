import { decodeProtectedHeader, jwtVerify } from 'jose'
import { randomInt, randomUUID } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { FormVerification } from '../../../catalogue/contract/forms.ts'
import type { WalletLine } from '../../../catalogue/contract/training/credentials.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { signedBadge, type CertifyingPaper, type CredentialRow, type CredentialTools } from './badge.ts'
import { algorithm, keyFrom, publishedKeys } from './keys.ts'
import { listBits, noteState } from './status.ts'

const columns = sql`id, paper_id as "paperId", list, position, issued_at as "issuedAt"`

const ofPaper = (db: Queryable, paperId: string): Promise<CredentialRow | undefined> =>
  db.maybeOne<CredentialRow>(sql`select ${columns} from credential where paper_id = ${paperId}::uuid`)

/** What certifies something about the actor. */
export async function walletLines(
  { db, papersAbout }: CredentialTools,
  { teacherId }: Actor,
): Promise<WalletLine[]> {
  const papers = teacherId === null ? [] : await papersAbout(teacherId)
  const rows = await db.query<{ paperId: string }>(
    sql`select paper_id as "paperId" from credential where paper_id = any(${papers.map(({ id }) => id)}::uuid[])`,
  )
  const issued = new Set(rows.map(({ paperId }) => paperId))
  return papers.map(({ id, title, code, issuer, at, state, says }) => ({
    id,
    title,
    code,
    issuer,
    at,
    state,
    says: says.map((one) => ({ ...one })),
    issued: issued.has(id),
  }))
}

/** The newest list that has room: half of its places stay free, so that chance finds one soon. */
async function freeList(db: Queryable): Promise<number> {
  const { list, taken } = await db.one<{ list: number; taken: number }>(sql`
    select coalesce(max(list), 1) as list,
      (select count(*)::int from credential c where c.list = (select coalesce(max(list), 1) from credential)) as taken
    from credential`)
  return taken < listBits / 2 ? list : list + 1
}

const tries = 20

/** Gives a paper its credential, once. */
async function add(db: Database, actor: Actor, paper: CertifyingPaper): Promise<CredentialRow> {
  const list = await freeList(db)
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = await db.transaction(async (tx) => {
      const added = await tx.maybeOne<CredentialRow>(sql`
        insert into credential (id, owner_id, paper_id, kid, list, position)
        select ${randomUUID()}::uuid, ${paper.teacherId}, ${paper.id}::uuid, k.kid, ${list}, ${randomInt(listBits)}
        from credential_key k order by k.created_at desc, k.kid limit 1
        on conflict do nothing
        returning ${columns}`)
      if (added)
        await note(tx, {
          by: actor.identityId,
          action: 'credential.issued',
          ownerId: paper.teacherId,
          facts: { paper: paper.id, credential: added.id },
        })
      return added ?? ofPaper(tx, paper.id)
    })
    if (row) return row
  }
  throw new AppError('unavailable')
}

/** The credential of a paper of the actor, made where there is none; the same text whenever it is asked for. */
export async function credentialOf(
  tools: CredentialTools & { readonly makeKey: () => Promise<unknown> },
  actor: Actor,
  id: string,
  origin: string | null,
): Promise<{ name: string; credential: string }> {
  const paper = await tools.paperById(id)
  if (!paper || paper.teacherId !== actor.teacherId) throw new AppError('missing')
  if (paper.state !== 'valid')
    throw new AppError('wrongState', {
      message: paper.state === 'revoked' ? '该证书已经撤销' : '该证书已有新版，请用新版',
    })
  if (origin === null)
    throw new AppError('wrongState', {
      message: '平台尚未设置公开网址，不能签发电子证书，请联系系统管理员',
    })
  await tools.makeKey()
  const row = (await ofPaper(tools.db, id)) ?? (await add(tools.db, actor, paper))
  return { name: `${paper.title}.jwt`, credential: await signedBadge(tools, origin, paper, row) }
}

/** The number of the credential that a signed text of this portal names; null for anything else. */
async function numberIn({ db }: CredentialTools, text: string): Promise<string | null> {
  try {
    const { kid } = decodeProtectedHeader(text)
    // The key in the head proves nothing: whoever forges a text puts the own one there.
    const jwk = (await publishedKeys(db)).find((one) => one.kid === kid)
    if (!jwk) return null
    const { payload } = await jwtVerify(text, await keyFrom(jwk), { algorithms: [algorithm], typ: 'JWT' })
    return /^urn:uuid:([0-9a-f-]{36})$/.exec(payload.jti ?? '')?.[1] ?? null
  } catch {
    return null
  }
}

/**
 * What anybody may know of a credential: that of its paper, with the name masked; null where it was not signed
 * here, or a letter of it was changed.
 */
export async function verifyCredential(
  tools: CredentialTools,
  text: string,
): Promise<FormVerification['paper']> {
  const id = await numberIn(tools, text)
  const row =
    id === null
      ? undefined
      : await tools.db.maybeOne<{ code: string }>(sql`
          select f.code from credential c join issued_form f on f.id = c.paper_id where c.id = ${id}::uuid`)
  if (id === null || !row) return null
  const paper = await tools.verifyPaper(row.code)
  if (paper) await noteState(tools.db, id, paper.state)
  return paper
}
