import { fileTypeFromBuffer } from 'file-type'
import type { FileMime } from '../../../../catalogue/kinds/file-types.ts'
import { isZip, judgeZip } from './archive.ts'
import { isOldOffice, oldOfficeType } from './old-office.ts'
import { judgePdf } from './pdf.ts'
import { isText, isMarkedText } from './plain-text.ts'
import { refusals } from './refusals.ts'

/** Most bytes and files when unpacked: what a clerk's document has many times over, and no bomb. */
const budgetOf = () => ({ bytes: 200 * 1024 * 1024, parts: 2000 })

const captions = /^(?:\ufeff|\u00ef\u00bb\u00bf)?WEBVTT(?=[ \t\r\n]|$)/

/**
 * What a file is that is neither a recording nor a picture, by its content; the name decides nothing. Throws
 * a refusal (AppError) for what the portal does not take, and for what of it would run, fetch or grow without
 * end. Takes seconds for the worst of files: run it in a worker (`gate.ts`).
 */
export async function judge(content: Buffer): Promise<FileMime> {
  if (content.length === 0) throw refusals.empty()
  if (isZip(content)) return judgeZip(content, budgetOf())
  if (isOldOffice(content)) return oldOfficeType(content)
  const type = isMarkedText(content) ? undefined : await fileTypeFromBuffer(content)
  if (type?.mime === 'application/pdf') {
    await judgePdf(content)
    return type.mime
  }
  if (type && /^image\/hei[cf]/.test(type.mime)) throw refusals.heic()
  if ((!type || type.mime === 'text/vtt') && isText(content))
    return captions.test(content.toString('utf8', 0, 20)) ? 'text/vtt' : 'text/plain'
  throw refusals.unknown()
}
