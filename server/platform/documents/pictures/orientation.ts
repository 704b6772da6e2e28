/** The tag of TIFF and EXIF that says how a picture is turned (CIPA DC-008, 4.6.4). */
const orientationTag = 0x0112
/** Most entries of the first directory that are looked at. */
const mostEntries = 500

/**
 * How a picture is turned: 1 (upright) to 8.
 * @param tiff the directory of EXIF, beginning with its byte order
 */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const count = Math.min(short(start), mostEntries)
  for (let i = 0; i < count; i += 1) {
    const at = start + 2 + i * 12
    if (at + 12 > tiff.length) return 1
    const turned = short(at + 8)
    if (short(at) === orientationTag) return turned >= 1 && turned <= 8 ? turned : 1
  }
  return 1
}

/** A directory of EXIF that says how a picture is turned and nothing else. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
