/** Bytes of every letter of the plane in which nearly all of them stand, worked out from the decoder once. */
let table: ReadonlyMap<string, Buffer> | undefined

/** Four bytes of a letter by its number in the sequence of the standard. */
function fourBytes(index: number): Buffer {
  return Buffer.from([
    0x81 + Math.floor(index / 12_600),
    0x30 + (Math.floor(index / 1260) % 10),
    0x81 + (Math.floor(index / 10) % 126),
    0x30 + (index % 10),
  ])
}

/** Numbers of the letters of four bytes in the first plane, and where the other planes begin. */
const firstPlane = 39_420
const otherPlanes = 189_000

function madeTable(): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder('gb18030')
  const found = new Map<string, Buffer>()
  const learn = (bytes: Buffer) => {
    const letter = decoder.decode(bytes)
    if (letter.length === 1 && letter !== '\ufffd' && !found.has(letter)) found.set(letter, bytes)
  }
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail !== 0x7f) learn(Buffer.from([lead, trail]))
  for (let index = 0; index < firstPlane; index += 1) learn(fourBytes(index))
  return found
}

/** Encodes text as GB18030; Node can only decode it. */
export function toGb18030(text: string): Buffer {
  table ??= madeTable()
  const pieces: Buffer[] = []
  let plain = ''
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x80) {
      plain += letter
      continue
    }
    if (plain !== '') pieces.push(Buffer.from(plain))
    plain = ''
    pieces.push(
      code > 0xffff ? fourBytes(code - 0x10000 + otherPlanes) : (table.get(letter) ?? Buffer.from('?')),
    )
  }
  pieces.push(Buffer.from(plain))
  return Buffer.concat(pieces)
}
