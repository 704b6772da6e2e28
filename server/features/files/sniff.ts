import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../../../catalogue/errors.ts'
import { endingsOf, type FileMime } from '../../../catalogue/kinds/file-types.ts'
import { isOldOffice, oldOfficeType } from './old-office.ts'
import { officeType } from './office.ts'
import { isText } from './plain-text.ts'

/** Largest upload in bytes that is no recording, and most pixels of an image (a phone photo has 12 million). */
export const maxBytes = 10 * 1024 * 1024
const maxPixels = 40_000_000

export interface Sniffed {
  readonly mime: FileMime
  readonly content: Buffer
}

/** Bytes by which a recording is known, unless a picture stands before its sound. */
export const headBytes = 64 * 1024

/** Where a recording's own bytes begin: sound may have a tag with a picture before it (ID3v2, its length in seven bits a byte). */
export function headOf(content: Buffer): number {
  if (content.length < 10 || content.toString('latin1', 0, 3) !== 'ID3') return headBytes
  return 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((content[at] ?? 0) & 127), 0) + headBytes
}

const recordings: readonly FileMime[] = ['video/mp4', 'video/webm', 'audio/mpeg']

/** Which recording begins with these bytes; null for none. */
export async function recordingOf(head: Buffer): Promise<FileMime | null> {
  const type = await fileTypeFromBuffer(head)
  return recordings.find((one) => one === type?.mime) ?? null
}

/**
 * What a file is that is no recording, by its content; the name decides nothing. Pictures are decoded and written anew, which proves that they are
 * pictures, turns them upright and drops the place where they were taken. Everything else is kept as it is; what of it
 * would run is refused.
 */
export async function sniff(content: Buffer): Promise<Sniffed> {
  if (content.length === 0) throw new AppError('fileType', { message: '文件是空的' })
  const type = await fileTypeFromBuffer(content)
  if (type?.mime === 'application/pdf') return { mime: type.mime, content: soundPdf(content) }
  if (type?.mime === 'image/jpeg' || type?.mime === 'image/png') return { mime: type.mime, content: await redrawn(content, type.mime) }
  const office = officeType(content)
  if (office) return { mime: office, content }
  if (isOldOffice(content)) return { mime: oldOfficeType(content), content }
  const signature = /^(?:\ufeff|\u00ef\u00bb\u00bf)?WEBVTT(?=[ \t\r\n]|$)/
  if ((!type || type.mime === 'text/vtt') && isText(content)) return { mime: signature.test(content.toString('utf8', 0, 20)) ? 'text/vtt' : 'text/plain', content }
  throw new AppError('fileType', { message: '只能上传 jpg、png 图片，pdf，不带宏的 Word、Excel、PowerPoint 文件，txt、csv、zip、mp4、webm、mp3 或 vtt 字幕；改了扩展名的其他文件不行' })
}

function soundPdf(content: Buffer): Buffer {
  const text = content.toString('latin1')
  if (!text.includes('%%EOF')) throw new AppError('fileType', { message: 'pdf 文件不完整，请重新导出后上传' })
  if (/\/(JavaScript|JS|Launch|EmbeddedFile)\b/.test(text)) {
    throw new AppError('fileType', { message: 'pdf 文件里带有脚本或附件，请另存为普通 pdf 后上传' })
  }
  return content
}

async function redrawn(content: Buffer, mime: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  try {
    const image = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    return await (mime === 'image/png' ? image.png() : image.jpeg({ quality: 88 })).toBuffer()
  } catch {
    throw new AppError('fileType', { message: '图片打不开或过大（不超过 4000 万像素），请换一张' })
  }
}

/** A file name as people may see it: no path, no control characters, at most 100 letters, extension by content. */
export function tidyName(name: string, mime: Sniffed['mime']): string {
  const endings = endingsOf(mime)
  const given = name.split('.').at(-1)?.toLowerCase() ?? ''
  const extension = endings.includes(given) && given !== 'jpeg' ? given : endings[0]
  const bare = (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069<>"'|?*:]/gu, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .trim()
  return `${[...bare].slice(0, 100).join('') || '文件'}.${extension}`
}
