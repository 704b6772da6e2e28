import type { ConsentLine, LegalAnswer, legalConsent } from '../../../catalogue/contract/portal/legal.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { legalTexts, type LegalName } from '../../../catalogue/legal/texts.ts'
import type { z } from 'zod'
import { sql } from '../../platform/db/sql.ts'
import { editionsInForce, textInForce, type Legal } from './in-force.ts'

interface LogRow {
  readonly kind: LegalName
  readonly edition: string
  readonly act: 'agreed' | 'read'
  readonly at: string
}

/** Most lines of the own log that are shown. */
const mostLines = 50

const logOf = ({ publishing }: Legal, personId: number): Promise<LogRow[]> =>
  publishing.db.query<LogRow>(sql`
    select kind, edition, act, at
    from consent_log
    where person_id = ${personId} and act <> 'withdrawn'
    order by id desc
    limit ${sql.lit(mostLines)}`)

/**
 * What the person has to agree to or to be shown now, and what they did before. Nothing is due for a deputy
 * or an administrator who looks through somebody's eyes: the log is about the person who reads.
 */
export async function consentOf(legal: Legal, actor: Actor): Promise<LegalAnswer> {
  const [editions, rows] = await Promise.all([editionsInForce(legal), logOf(legal, actor.personId)])
  const isSomebodyElse = actor.viewedBy !== undefined || actor.standsFor !== undefined
  const asked = isSomebodyElse
    ? []
    : legalTexts.flatMap((text) => (text.asks === null ? [] : [{ ...text, asks: text.asks }]))
  const due = asked.filter(
    ({ name }) => !rows.some((row) => row.kind === name && row.edition === editions.get(name)?.edition),
  )
  const texts = await Promise.all(due.map(({ name }) => textInForce(legal, name)))
  return {
    due: due.flatMap(({ name, asks }, place) => {
      const text = texts[place]
      return text ? [{ ...text, asks, isNew: rows.some((row) => row.kind === name) }] : []
    }),
    log: rows.flatMap(({ kind, ...row }): ConsentLine[] => {
      const text = legalTexts.find((one) => one.name === kind)
      return text ? [{ ...row, name: text.name, title: text.title }] : []
    }),
  }
}

/**
 * Writes that the person agreed to, or was shown, these editions. An edition that is no longer in force is
 * refused (409): the person saw another text. The same edition twice is one row.
 */
export async function agree(
  legal: Legal,
  actor: Actor,
  { texts, ip }: z.output<typeof legalConsent> & { readonly ip: string },
): Promise<void> {
  const editions = await editionsInForce(legal)
  await legal.publishing.db.transaction(async (tx) => {
    // Two windows of one person agree one after the other.
    await tx.query(sql`select 1 from person where id = ${actor.personId} for update`)
    for (const { name, edition } of texts) {
      const text = legalTexts.find((one) => one.name === name)
      const now = text && editions.get(text.name)
      if (!text?.asks || !now) continue
      if (now.edition !== edition)
        throw new AppError('stale', { message: `《${text.title}》刚刚更新，请重新阅读` })
      await tx.execute(sql`
        insert into consent_log (person_id, identity_id, kind, edition, act, content_id, content_no, ip)
        select ${actor.personId}, ${actor.identityId}, ${text.name}, ${edition}, ${text.asks}, ${now.contentId}::int,
          ${now.contentNo}::int, ${ip}
        where not exists (
          select 1
          from consent_log
          where person_id = ${actor.personId} and kind = ${text.name} and edition = ${edition} and act = ${text.asks})`)
    }
  })
}
