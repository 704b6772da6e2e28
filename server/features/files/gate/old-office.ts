import type { FileMime } from '../../../../catalogue/kinds/file-types.ts'
import { refusals } from './refusals.ts'

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A file of the compound format: Word, Excel and PowerPoint until 2003, and others. */
export const isOldOffice = (content: Buffer): boolean => content.subarray(0, 8).equals(signature)

/** Streams by whose names the programs know their own files. */
const mains: readonly (readonly [string, FileMime])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
]

/**
 * Streams that run something or hide what they hold. Looked for anywhere: a name in the text costs an upload,
 * a missed one more.
 */
const running = ['_VBA_PROJECT', 'Ole10Native', 'EncryptedPackage', 'EncryptedSummary']

/** Names of streams are UTF-16, and the case of their letters counts for nothing. */
const wide = (name: string) => [...name].join('\0')
const runningNames = new RegExp(running.map(wide).join('|'), 'i')

/** Refuses an old document that runs something. */
export function refuseActive(content: Buffer): void {
  if (runningNames.test(content.toString('latin1'))) throw refusals.oldActive()
}

/** Which of the old documents it is, by the streams it holds. Throws what is refused. */
export function oldOfficeType(content: Buffer): FileMime {
  refuseActive(content)
  const found = mains.find(([name]) => content.includes(Buffer.from(`${name}\0`, 'utf16le')))
  if (!found) throw refusals.oldUnknown()
  return found[1]
}
