import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../../../catalogue/errors.ts'
import { endingsOf, type FileMime } from '../../../catalogue/kinds/file-types.ts'
import { withoutDirections } from '../../../catalogue/rules/directions.ts'
import type { Gate } from './gate/gate.ts'
import { isMarkedText } from './gate/plain-text.ts'
import { refusals } from './gate/refusals.ts'

/**
 * Largest upload in bytes that is no recording, and most pixels of an image (a phone photo has 12 million).
 */
export const maxBytes = 10 * 1024 * 1024
const maxPixels = 40_000_000

export interface SniffedContent {
  readonly mime: FileMime
  readonly content: Buffer
}

/** Bytes by which a recording is known, unless a picture stands before its sound. */
export const headBytes = 64 * 1024

/**
 * Where a recording's own bytes begin: sound may have a tag with a picture before it (ID3v2, its length in
 * seven bits a byte).
 */
export function headOf(content: Buffer): number {
  if (content.length < 10 || content.toString('latin1', 0, 3) !== 'ID3') return headBytes
  return 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((content[at] ?? 0) & 127), 0) + headBytes
}

const pictures = [
  { mime: 'image/jpeg', mark: Buffer.from('ffd8ff', 'hex') },
  { mime: 'image/png', mark: Buffer.from('89504e470d0a1a0a', 'hex') },
] as const

const recordings: readonly FileMime[] = ['video/mp4', 'video/webm', 'audio/mpeg']

/**
 * Which recording begins with these bytes; null for none.
 * @throws AppError `fileType` for a recording of a format that browsers do not play, with how to export it
 */
export async function recordingOf(head: Buffer): Promise<FileMime | null> {
  if (isMarkedText(head)) return null
  const type = await fileTypeFromBuffer(head)
  const taken = recordings.find((one) => one === type?.mime)
  if (taken) return taken
  if (/^video\/|ms-asf$/.test(type?.mime ?? '')) throw refusals.otherVideo(type?.ext ?? '')
  if (type?.mime.startsWith('audio/')) throw refusals.otherAudio(type.ext)
  return null
}

/**
 * What a file is that is no recording, by its content; the name decides nothing. Pictures are decoded and
 * written anew, which proves that they are pictures, turns them upright and drops the place where they were
 * taken. Everything else is kept as it is; what of it would run is refused (`gate/judge.ts`).
 */
export async function sniff(gate: Gate, content: Buffer): Promise<SniffedContent> {
  const picture = pictures.find(({ mark }) => content.subarray(0, mark.length).equals(mark))
  if (picture) return { mime: picture.mime, content: await redrawn(content, picture.mime) }
  return { mime: await gate.judge(content), content }
}

async function redrawn(content: Buffer, mime: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  try {
    const image = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    return await (mime === 'image/png' ? image.png() : image.jpeg({ quality: 88 })).toBuffer()
  } catch {
    throw new AppError('fileType', { message: '图片打不开或过大（不超过 4000 万像素），请换一张' })
  }
}

/**
 * A file name as people may see it: no path, no control characters, at most 100 letters, extension by
 * content.
 */
export function tidyName(name: string, mime: SniffedContent['mime']): string {
  const endings = endingsOf(mime)
  const given = name.split('.').at(-1)?.toLowerCase() ?? ''
  const extension = endings.includes(given) && given !== 'jpeg' ? given : endings[0]
  const bare = withoutDirections(name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}<>"'|?*:]/gu, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .trim()
  return `${[...bare].slice(0, 100).join('') || '文件'}.${extension}`
}
