import type { PictureBlocks } from './pictures.ts'

const codes = { extension: 0x21, picture: 0x2c, end: 0x3b, comment: 0xfe, application: 0xff }

/** End of the chain of sub-blocks that begins at `at`. */
function endOfChain(content: Buffer, from: number): number {
  let at = from
  while (content.readUInt8(at) !== 0) at += content.readUInt8(at) + 1
  return at + 1
}

/** Bytes of a table of colours, by the flags that announce it. */
const tableBytes = (packed: number) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1))

/** Comments, and what programs wrote but for the loop of a moving picture. */
const tells = (block: Buffer): boolean =>
  block.readUInt8(0) === codes.extension &&
  (block.readUInt8(1) === codes.comment ||
    (block.readUInt8(1) === codes.application &&
      !/^(NETSCAPE2\.0|ANIMEXTS1\.0)/.test(block.toString('latin1', 3, 14))))

/** Takes a GIF apart. */
export function gifBlocks(content: Buffer): PictureBlocks {
  const start = 13 + tableBytes(content.readUInt8(10))
  const kept: Buffer[] = [content.subarray(0, start)]
  const dropped: Buffer[] = []
  let at = start
  while (content.readUInt8(at) !== codes.end) {
    const isPicture = content.readUInt8(at) === codes.picture
    if (!isPicture && content.readUInt8(at) !== codes.extension) throw new Error('block')
    const chain = isPicture ? at + 11 + tableBytes(content.readUInt8(at + 9)) : at + 2
    const end = endOfChain(content, chain)
    const block = content.subarray(at, end)
    const list = tells(block) ? dropped : kept
    list.push(block)
    at = end
  }
  kept.push(Buffer.from([codes.end]))
  if (at + 1 < content.length) dropped.push(content.subarray(at + 1))
  return { kept, dropped }
}
