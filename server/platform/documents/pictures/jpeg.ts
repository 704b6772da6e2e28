import { exifOf, orientationOf } from './orientation.ts'
import type { PictureBlocks } from './pictures.ts'

const exifMark = Buffer.from('Exif\0\0')
const colourMark = Buffer.from('ICC_PROFILE\0')

/** A segment of a JPEG with the bytes that follow it: those of the picture behind its scan, else none. */
interface Segment {
  readonly marker: number
  readonly bytes: Buffer
}

/** End of a scan's entropy-coded data: the first marker that is neither RSTn nor stuffing. */
function endOfScan(content: Buffer, from: number): number {
  for (
    let at = content.indexOf(0xff, from);
    at >= 0 && at + 1 < content.length;
    at = content.indexOf(0xff, at + 1)
  ) {
    const next = content.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return content.length
}

function* segmentsOf(content: Buffer): Generator<Segment> {
  let at = 2
  while (at + 3 < content.length) {
    if (content.readUInt8(at) !== 0xff) throw new Error('marker')
    const marker = content.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) break
    const end = at + 2 + content.readUInt16BE(at + 2)
    const next = marker === 0xda ? endOfScan(content, end) : end
    if (end > content.length) throw new Error('length')
    yield { marker, bytes: content.subarray(at, next) }
    at = next
  }
  const last = content.subarray(at, at + 2).equals(Buffer.from([0xff, 0xd9])) ? at + 2 : at
  // Cameras and telephones append more pictures, films and texts behind the end.
  if (last < content.length) yield { marker: 0, bytes: content.subarray(last) }
}

const begins = (bytes: Buffer, mark: Buffer) => bytes.subarray(4, 4 + mark.length).equals(mark)

/** Colours need their profile and Adobe's mark of how they are written; all else beside the pixels goes. */
const shows = ({ marker, bytes }: Segment): boolean =>
  marker !== 0 &&
  marker !== 0xfe &&
  (marker < 0xe0 || marker > 0xef || marker === 0xee || (marker === 0xe2 && begins(bytes, colourMark)))

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Takes a JPEG apart. */
export function jpegBlocks(content: Buffer): PictureBlocks {
  const segments = [...segmentsOf(content)]
  const kept = segments.filter(shows)
  const dropped = segments.filter((one) => !shows(one))
  if (!kept.some(({ marker }) => marker === 0xda)) throw new Error('no picture')
  const exif = dropped.find(({ marker, bytes }) => marker === 0xe1 && begins(bytes, exifMark))
  const turned = exif ? orientationOf(exif.bytes.subarray(10)) : 1
  // The density of JFIF stays, its small picture does not.
  const density = dropped.find(({ marker, bytes }) => marker === 0xe0 && begins(bytes, Buffer.from('JFIF\0')))
  const first = density && segment(0xe0, Buffer.concat([density.bytes.subarray(4, 16), Buffer.alloc(2)]))
  return {
    kept: [
      content.subarray(0, 2),
      ...(first ? [first] : []),
      ...(turned === 1 ? [] : [segment(0xe1, Buffer.concat([exifMark, exifOf(turned)]))]),
      ...kept.map(({ bytes }) => bytes),
      Buffer.from([0xff, 0xd9]),
    ],
    dropped: dropped.map(({ bytes }) => bytes),
  }
}
