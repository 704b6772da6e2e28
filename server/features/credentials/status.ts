import { gzipSync } from 'node:zlib'
import { AppError } from '../../../catalogue/errors.ts'
import type { PaperState } from '../../../catalogue/contract/forms.ts'
import { caseRows } from '../../engine/processes/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { signed, statusAddress, type CredentialTools, type StatusPurpose } from './badge.ts'

/** Bits of a list (BitstringStatusList): so many that one place among them tells nothing. */
export const listBits = 131_072

const stateOfPurpose: Readonly<Record<StatusPurpose, PaperState>> = {
  revocation: 'revoked',
  refresh: 'superseded',
}

/** A list of bits, those at the positions set; packed as the standard wants it, the first bit leftmost. */
export function encodedList(positions: readonly number[]): string {
  const bits = Buffer.alloc(listBits / 8)
  for (const position of positions) {
    const byte = position >> 3
    bits[byte] = (bits[byte] ?? 0) | (128 >> (position & 7))
  }
  return `u${gzipSync(bits).toString('base64url')}`
}

/** A published list as a signed credential of its own. */
export async function statusList(
  tools: CredentialTools,
  origin: string,
  list: number,
  purpose: StatusPurpose,
): Promise<string> {
  const { db } = tools
  const known = await db.query(sql`select 1 from credential where list = ${list} limit 1`)
  if (known.length === 0) throw new AppError('missing')
  const rows = await db.query<{ position: number }>(sql`
    select position from credential where list = ${list} and state = ${stateOfPurpose[purpose]}`)
  const id = statusAddress(origin, list, purpose)
  return signed(
    tools,
    {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: origin,
      validFrom: new Date().toISOString(),
      credentialSubject: {
        id: `${id}#list`,
        type: 'BitstringStatusList',
        statusPurpose: purpose,
        encodedList: encodedList(rows.map(({ position }) => position)),
        ttl: 300_000,
      },
      iss: origin,
      jti: id,
    },
    'vc+jwt',
  )
}

/** Credentials looked at in one step of the job. */
const atOnce = 200

/** Notes how the paper of a credential stands. */
export const noteState = (db: Queryable, id: string, state: PaperState): Promise<number> =>
  db.execute(sql`update credential set state = ${state}, checked_at = now() where id = ${id}::uuid`)

/**
 * Condition that the paper of `credential c` may stand otherwise than noted: `issued_form f` was taken back, or
 * the case that it certifies has moved since.
 */
const mayHaveChanged = sql`c.state <> 'revoked' and (f.revoked_at is not null
  or exists (select 1 from ${caseRows} k where k.id = f.about and k.updated_at > c.checked_at))`

/**
 * Looks again at the credentials whose papers may have changed, and at each once a day: an archive that says
 * something else supersedes a paper, too. Whoever asks this portal is told how a paper stands now
 * (verifyCredential), whatever the lists say yet.
 * @returns whether there are more to look at
 */
export async function lookAgain({ db, paperById }: CredentialTools): Promise<boolean> {
  const rows = await db.query<{ id: string; paperId: string }>(sql`
    select c.id, c.paper_id as "paperId"
    from credential c join issued_form f on f.id = c.paper_id
    where c.checked_at < now() - interval '1 day' or (${mayHaveChanged})
    order by (${mayHaveChanged}) desc, c.checked_at
    limit ${atOnce}`)
  for (const { id, paperId } of rows) {
    const paper = await paperById(paperId)
    await noteState(db, id, paper?.state ?? 'revoked')
  }
  return rows.length === atOnce
}
