import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { audited } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Desk, Draft, Marks, Matter } from './desk.ts'
import { opensSealed } from './opens-sealed.ts'
import { requireFewInFull } from './subject.ts'

/**
 * Letters of a code: figures and letters that are not taken for one another when they are read aloud or
 * typed.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLetters = 16
/** Days that a paper can be downloaded again. */
export const keptDays = 7

/** Eighty random bits as sixteen letters. */
export function newCode(): string {
  return [...randomBytes(codeLetters)].map((byte) => alphabet[byte & 31]).join('')
}

/** A code as it is printed: four letters at a time. */
export const grouped = (code: string): string => (code.match(/.{4}/g) ?? [code]).join(' ')

/** A code as somebody typed it; null where it cannot be one. */
export function readCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === codeLetters && [...code].every((letter) => alphabet.includes(letter)) ? code : null
}

/** The place a paper's bytes are sealed for. */
export const filePlace = (id: string): string => `issued_form|file|${id}`

/** The bytes of a kept paper. */
export const openFile = (keys: Keys, id: string, sealed: string): Buffer =>
  Buffer.from(keys.open(sealed, filePlace(id)), 'base64')

export interface IssuedPaper {
  readonly id: string
  readonly bytes: Uint8Array
}

interface Order extends Matter {
  readonly form: string
  readonly draft: Draft
  readonly origin: string | null
  readonly bundleId: string | null
  /** The file that is kept; a PDF unless given. */
  readonly format?: 'pdf' | 'docx'
}

interface PrintedCode {
  readonly text: string
  readonly origin: string | null
}

/** The marks of a paper with this code, or of one that nobody verifies. */
export const marksOf = ({ notes, watermark }: Draft, code: PrintedCode | null): Marks => ({
  foot: notes,
  watermark,
  mark: code && {
    code: grouped(code.text),
    address: code.origin === null ? null : `${code.origin}/v/${code.text}`,
  },
})

/** Prints a paper. */
export const printed = ({ printer }: Desk, draft: Draft, code: PrintedCode | null) =>
  printer.print(draft.sheet(marksOf(draft, code)))

/** The file of a paper: the PDF that was printed, or the document of Word with the same marks. */
const fileOf = async (
  { draft, format }: Order,
  code: PrintedCode | null,
  pdf: Uint8Array,
): Promise<Uint8Array> => (format === 'docx' && draft.word ? draft.word(marksOf(draft, code)) : pdf)

/** Part name of a paper in the teacher's list of readings. */
function partOf({ purpose, actor, form }: Order): 'print' | 'printFull' | 'printTail' {
  if (purpose) return 'printFull'
  return opensSealed(actor, form, null) ? 'printTail' : 'print'
}

/** Prints a paper, keeps it with its number, and leaves the reading in the audit, all or nothing. */
export async function issue(
  desk: Desk,
  order: Order,
  then?: (tx: Tx, id: string) => Promise<void>,
): Promise<IssuedPaper> {
  const { engine } = desk
  const { draft, actor, owner } = order
  const code = draft.verifiable ? newCode() : null
  const known = code === null ? null : { text: code, origin: order.origin }
  const { bytes: pdf, pages } = await printed(desk, draft, known)
  const bytes = await fileOf(order, known, pdf)
  const id = uuidv7()
  const sealed = engine.keys.seal(Buffer.from(bytes).toString('base64'), filePlace(id))
  await engine.db.transaction(async (tx) => {
    if (order.purpose && actor.role !== 2) {
      // Papers of one identity wait for each other, so that parallel requests cannot pass the limit together.
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('form-in-full'), ${actor.identityId})`)
      await requireFewInFull(tx, actor)
    }
    await tx.execute(sql`
      insert into issued_form (id, code, form, version, title, teacher_id, about, purpose, by_identity, institution_id,
        by_holder, pages, sha256, digest, file, kept_until, bundle_id, format)
      values (${id}, ${code}, ${order.form}, ${draft.version}, ${draft.title}, ${owner.kind === 'teacher' ? owner.id : null}, ${order.about}, ${order.purpose},
        ${actor.identityId}, ${order.issuer ?? (actor.role === 2 ? owner.institutionId : actor.institutionId)},
        ${actor.role === 2 && order.issuer === undefined}, ${pages},
        ${createHash('sha256').update(bytes).digest()}, ${draft.digest}, ${sealed},
        now() + make_interval(days => ${keptDays}), ${order.bundleId},
        ${order.format ?? 'pdf'})`)
    await tx.execute(
      audited({
        by: actor.identityId,
        action: 'form.printed',
        ...(owner.kind === 'teacher' && { ownerId: owner.id }),
        facts: {
          part: partOf(order),
          form: order.form,
          paper: id,
          ...(order.purpose && { purpose: order.purpose }),
          ...(order.reason !== undefined && { reason: order.reason }),
        },
      }),
    )
    await then?.(tx, id)
  })
  return { id, bytes }
}
