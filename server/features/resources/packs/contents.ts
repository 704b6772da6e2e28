import type { Actor } from '../../../../catalogue/access/access.ts'
import { bundleParts, fineLessons } from '../../../../catalogue/bundles/rules.ts'
import { packLimits } from '../../../../catalogue/contract/chapter-packs.ts'
import { reaches, standing } from '../../../engine/sharing/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { nameInZip } from '../../../platform/package/write-zip.ts'
import { resourceKind } from '../kind.ts'

/** A file as it goes into a pack, under its place within the zip. */
export interface PackedFile {
  readonly place: string
  readonly storageKey: string
  readonly bytes: number
}

/** A resource of a pack with its files. */
export interface PackedItem {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly author: string
  readonly org: string
  readonly licence: string | null
  readonly sourceNote: string
  readonly files: readonly PackedFile[]
}

interface ItemRow extends Omit<PackedItem, 'files'> {
  readonly file: string | null
  readonly captions: string | null
  readonly parts: Readonly<Record<string, string | null>>
}

interface FileRow {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly storageKey: string
}

const isFilm = ({ mime }: FileRow): boolean => mime.startsWith('video/')

/** Letters of a title within the name of a file: Windows opens no path above 260. */
const nameLetters = 40

const endingOf = (name: string): string => (/\.\w{1,8}$/.exec(name)?.[0] ?? '').toLowerCase()

/** What the reader reads below a chapter, one more than a pack may hold. */
const itemsBelow = (db: Queryable, reader: Actor, node: number): Promise<ItemRow[]> =>
  db.query<ItemRow>(sql`
    select s.item_id as id, s.version, s.title, s.author, i.name as org, s.licence,
      coalesce(c.live ->> 'sourceNote', '') as "sourceNote", c.live ->> 'file' as file,
      c.live ->> 'captions' as captions,
      jsonb_build_object(${sql.join(
        bundleParts.map((part) => sql`${sql.lit(part)}, c.live ->> ${sql.lit(part)}`),
        ', ',
      )}) as parts
    from shelf s
    join institution i on i.id = s.institution_id
    join content c on c.id = s.item_id
    where s.kind = ${resourceKind.kind} and s.node_ids && array[${node}::int]
      and ${standing} and ${reaches(reader)}
    order by s.form nulls last, s.title, s.item_id
    limit ${packLimits.items + 1}`)

/** Files of a resource with the words that name them within it, in the order of a bundle. */
const heldBy = ({ file, captions, parts }: ItemRow): readonly { id: string; label: string }[] =>
  [
    { id: file, label: '' },
    ...bundleParts.map((part, i) => ({
      id: parts[part],
      label: `${i + 1} ${fineLessons.parts[part].label}`,
    })),
    { id: captions, label: '字幕' },
  ].flatMap(({ id, label }) => (typeof id === 'string' ? [{ id, label }] : []))

/**
 * What the reader may take from below a chapter now: resources with their files, each under a place of its
 * own. Resources without a file that goes along are left out.
 * @param films whether films and their captions go along
 */
export async function packContents(
  db: Queryable,
  reader: Actor,
  node: number,
  films: boolean,
): Promise<readonly PackedItem[]> {
  const rows = await itemsBelow(db, reader, node)
  const ids = rows.flatMap((row) => heldBy(row).map(({ id }) => id))
  const found = await db.query<FileRow>(sql`
    select id, name, mime, bytes::float8 as bytes, storage_key as "storageKey"
    from file where id = any(${ids}::uuid[])`)
  const files = new Map(found.map((one) => [one.id, one]))
  const items = rows.map((row) => ({
    ...row,
    held: heldBy(row).flatMap(({ id, label }) => {
      const file = files.get(id)
      const goes = file && (films || (!isFilm(file) && file.mime !== 'text/vtt'))
      return goes ? [{ file, label }] : []
    }),
  }))
  return items
    .filter(({ held }) => held.length > 0)
    .map(({ held, file: _file, captions: _captions, parts: _parts, ...item }, i) => {
      const own = `${String(i + 1).padStart(3, '0')} ${nameInZip(item.title.slice(0, nameLetters))}`
      return { ...item, files: held.map((one) => placed(own, one, held.length)) }
    })
}

function placed(own: string, { file, label }: { file: FileRow; label: string }, of: number): PackedFile {
  const { name, bytes, storageKey } = file
  const ending = endingOf(name)
  const place = of === 1 ? `${own}${ending}` : `${own}/${label === '' ? '文件' : label}${ending}`
  return { place, storageKey, bytes }
}

/** Bytes of all files of some resources. */
export const bytesOf = (items: readonly PackedItem[]): number =>
  items.reduce((sum, { files }) => sum + files.reduce((of, { bytes }) => of + bytes, 0), 0)
