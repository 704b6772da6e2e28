import { invalid } from '../../../catalogue/errors.ts'
import { identityOf, plainTextOf, variantOf } from '../../../catalogue/questions/normal.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { isSameText } from '../sharing/index.ts'
import { bandsOf } from '../../platform/similarity/index.ts'
import type { QuestionAct } from './row.ts'

const hashOf = (text: string): string => sha256(text).toString('base64url')

/** By what a question is compared with others. */
export const tracesOf = (value: QuestionValue) => ({
  plain: plainTextOf(value),
  stemHash: hashOf(identityOf(value)),
  variantHash: hashOf(variantOf(value)),
  bands: bandsOf({ title: '', abstract: plainTextOf(value) }),
})

export interface VersionChange {
  readonly change?: 'erratum' | 'revision' | undefined
  readonly reason: string
}

/**
 * Freezes the working copy as a version, unless the newest one has the same text. A version after one that
 * others read says what it changes (resources.md, 5.2). Answers the number of the version.
 */
export async function freeze(
  { tx, actor, row }: QuestionAct,
  { change, reason }: VersionChange,
): Promise<number> {
  const last = await tx.maybeOne<{ value: QuestionValue }>(
    sql`select value from question_version where question_id = ${row.id} and no = ${row.last_no}`,
  )
  if (last && isSameText(last.value, row.value)) return row.last_no
  const isChange = row.live_no !== null
  if (isChange && change === undefined)
    throw invalid('change', '他人已在用该题，请说明本次是勘误（题意不变）还是修订（题意有变）')
  if (isChange && reason === '') throw invalid('reason', '请写一句改了什么，用该题的人会看到')
  const { plain, stemHash, variantHash, bands } = tracesOf(row.value)
  const no = row.last_no + 1
  await tx.execute(sql`
    insert into question_version (question_id, no, value, plain, stem_hash, variant_hash, bands, change, reason,
      by_identity)
    values (${row.id}, ${no}, ${sql.json(row.value)}, ${plain}, ${stemHash}, ${variantHash}, ${bands}::int[],
      ${isChange ? (change ?? null) : null}::text, ${isChange ? reason : null}::text, ${actor.identityId})`)
  return no
}
