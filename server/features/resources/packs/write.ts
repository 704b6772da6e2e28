import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { csvLines, csvMark } from '../../../../catalogue/rules/sheet.ts'
import { writeZip } from '../../../platform/package/write-zip.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import type { PackedFile, PackedItem } from './contents.ts'

/** What became of a file that was to go along; `sha256` is null where its bytes were gone. */
interface WrittenFile {
  readonly item: PackedItem
  readonly file: PackedFile
  sha256: string | null
}

const heads = ['位置', '资源', '作者', '单位', '许可', '来源', '字节数', 'SHA-256']

const lineOf = ({ item, file, sha256 }: WrittenFile): string[] => [
  file.place,
  item.title,
  item.author,
  item.org,
  item.licence === null ? '' : labelOf('resourceLicence', item.licence),
  item.sourceNote,
  String(file.bytes),
  sha256 ?? '放入失败：文件的内容已不在',
]

/** 目录.csv: what is in the zip, whose it is, and what may be done with it. */
const listOf = (written: readonly WrittenFile[]): string =>
  csvMark + csvLines([heads, ...written.map(lineOf)])

/** Lines that `sha256sum -c` reads. */
const sumsOf = (written: readonly WrittenFile[]): string =>
  written.flatMap(({ file, sha256 }) => (sha256 === null ? [] : [`${sha256}  ${file.place}\n`])).join('')

/** The bytes of a stored file; its hash is noted when the last one has passed. */
async function* hashed(source: AsyncIterable<Buffer>, one: WrittenFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of source) {
    hash.update(piece)
    yield piece
  }
  one.sha256 = hash.digest('hex')
}

/**
 * The zip of some resources as a stream, one file after the other; nothing is held in memory. What came out
 * of an upload is packed already, so nothing is packed again. Files whose bytes are gone are named in the
 * list of contents, which stands last because it says the hashes.
 * @returns the stream, and how many files were left out, known before the first byte
 */
export async function writePack(
  store: Pick<FileStore, 'read' | 'size'>,
  items: readonly PackedItem[],
): Promise<{ readonly stream: AsyncIterable<Buffer>; readonly lost: number }> {
  const zip = writeZip()
  const written: WrittenFile[] = []
  let lost = 0
  for (const item of items)
    for (const file of item.files) {
      const one: WrittenFile = { item, file, sha256: null }
      written.push(one)
      if ((await store.size(file.storageKey)) === null) lost += 1
      else zip.add(file.place, async () => hashed(await store.read(file.storageKey), one))
    }
  for (const [place, text] of [
    ['目录.csv', listOf],
    ['SHA256SUMS', sumsOf],
  ] as const)
    zip.add(place, () => Promise.resolve(Readable.from([Buffer.from(text(written))])))
  return { stream: zip.end(), lost }
}
