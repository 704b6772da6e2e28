import type { Readable } from 'node:stream'
import { mostWithFiles } from '../../../catalogue/contract/administration/exports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sizeText } from '../../../catalogue/kinds/file-types.ts'
import type { ExportFile, ExportKey, OpenedList } from '../../engine/exports/index.ts'
import { nameInZip, writeZip } from '../../platform/package/write-zip.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

/** Last letters of a name within a zip, which keep its ending: Windows opens no path above 260. */
const nameLetters = 60

/** Where a file stands: by office and person, named by the row of the list that it belongs to. */
const placeOf = ({ office, person, row, name }: ExportFile, no: number): string =>
  ['附件', office, `${person}-第${row}行-${no} ${name}`]
    .map((name) => nameInZip(name.slice(-nameLetters)))
    .join('/')

/**
 * The list and the files of its rows as one zip.
 * @param beat says that the writer lives, after each file
 * @throws AppError `invalid` where the files are more than a zip takes
 */
export async function zipWithFiles(
  store: Pick<FileStore, 'read'>,
  {
    list,
    keys,
    sheet,
    beat,
  }: {
    readonly list: OpenedList
    readonly keys: readonly ExportKey[]
    readonly sheet: Readable
    readonly beat: () => Promise<void>
  },
): Promise<Readable> {
  const files = (await list.files?.(keys)) ?? []
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0)
  if (bytes > mostWithFiles.bytes)
    throw new AppError('invalid', {
      message: `附件共 ${sizeText(bytes)}，一次至多 ${sizeText(mostWithFiles.bytes)}，请筛选后分次导出`,
    })
  const zip = writeZip()
  zip.add('清单.xlsx', () => Promise.resolve(sheet))
  for (const [index, file] of files.entries())
    zip.add(placeOf(file, index + 1), async () => {
      await beat()
      return store.read(file.storageKey)
    })
  return zip.end()
}
