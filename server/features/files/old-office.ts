import { AppError } from '../../../catalogue/errors.ts'
import type { FileMime } from '../../../catalogue/kinds/file-types.ts'

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const wide = (name: string) => Buffer.from(name, 'utf16le')

/** A file of the compound format: Word, Excel and PowerPoint until 2003, and others. */
export const isOldOffice = (content: Buffer): boolean => content.subarray(0, 8).equals(signature)

/** Streams by whose names the programs know their own files. */
const mains: readonly (readonly [string, FileMime])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
]

/** Streams that run something or hide what they hold. Looked for anywhere: a name in the text costs an upload, a missed one more. */
const running = ['_VBA_PROJECT', 'Ole10Native', 'EncryptedPackage', 'EncryptedSummary']

/** Which of the old documents it is, by the streams it holds. Throws what is refused. */
export function oldOfficeType(content: Buffer): FileMime {
  if (running.some((name) => content.includes(wide(name)))) {
    throw new AppError('fileType', { message: '文件里带有宏、嵌入的程序或打开密码，请另存为不带宏的 docx、xlsx、pptx 后再传' })
  }
  const found = mains.find(([name]) => content.includes(wide(`${name}\0`)))
  if (!found) throw new AppError('fileType', { message: '文件打不开，请用 Word、Excel 或 PowerPoint 另存后再传' })
  return found[1]
}
