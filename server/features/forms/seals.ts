import sharp from 'sharp'
import { sql } from '../../platform/db/sql.ts'
import type { Desk } from './desk.ts'

/** A seal in a box of the form, and its day. */
export interface SealImpression {
  /** The name by which a cell asks for the seal. */
  readonly box: string
  readonly institutionId: number
  /** 'YYYY-MM-DD' in Asia/Shanghai. */
  readonly day: string
}

/** Note at the foot of a paper with seals (forms.md, section 1: an image is no electronic seal). */
export const sealNote = '印章图样，以验证页为准'

/**
 * The seals of institutions as pictures, by box. A seal that was put up after the day of the decision is left
 * out: on that day the institution had another one, or none.
 */
export async function sealsOf(
  { engine, readBytes }: Pick<Desk, 'engine' | 'readBytes'>,
  asked: readonly SealImpression[],
): Promise<Readonly<Record<string, Uint8Array>>> {
  if (asked.length === 0) return {}
  const files = await engine.db.query<{ box: string; key: string }>(sql`
    select x.box, f.storage_key as key
    from jsonb_to_recordset(${sql.json(asked)}) as x(box text, "institutionId" int, day date)
    join institution i on i.id = x."institutionId"
    join file f on f.id = i.seal_file and (f.created_at at time zone 'Asia/Shanghai')::date <= x.day`)
  const found = await Promise.all(
    files.map(async ({ box, key }): Promise<[string, Uint8Array][]> => {
      try {
        const picture = sharp(await readBytes(key), { limitInputPixels: 40_000_000 })
        return [[box, await picture.rotate().resize(480, 480, { fit: 'inside' }).png().toBuffer()]]
      } catch {
        // A picture that cannot be read leaves the box to the wet seal.
        return []
      }
    }),
  )
  return Object.fromEntries(found.flat())
}
