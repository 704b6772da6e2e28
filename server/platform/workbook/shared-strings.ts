import { XmlTokens } from '../package/xml-tokens.ts'
import type { Part } from '../package/zip.ts'
import { unwrapped } from './cell-text.ts'
import { packageRefusals } from './refusal.ts'

/** Most characters of a cell in all spreadsheet programs; below, the memory for the strings of a file. */
export const longestCell = 32_767
const blockBytes = 1024 * 1024
const blockNumbers = 65_536
const mostBytes = 160 * 1024 * 1024
const mostStrings = 12_000_000
/** Strings that were asked for last; schools and dictionary values come again and again. */
const recentStrings = 8192

/** Numbers in blocks: one long list would be copied whenever it grows. */
class Numbers {
  readonly #blocks: Uint32Array[] = []
  count = 0

  push(value: number): void {
    const at = this.count % blockNumbers
    if (at === 0) this.#blocks.push(new Uint32Array(blockNumbers))
    const block = this.#blocks.at(-1)
    if (block) block[at] = value
    this.count += 1
  }

  at(index: number): number {
    return this.#blocks[Math.floor(index / blockNumbers)]?.[index % blockNumbers] ?? 0
  }
}

/**
 * The strings of a workbook that cells name by number, kept as bytes one behind the other: a million of them
 * as strings would take five times as much.
 */
export class SharedStrings {
  readonly #blocks: Buffer[] = []
  readonly #ends = new Numbers()
  #length = 0
  readonly #recent: string[] = []
  readonly #recentIndex = new Int32Array(recentStrings).fill(-1)

  /** Takes the next string. Throws a refusal when they are too long or too many. */
  add(text: string): void {
    const bytes = Buffer.from(text.slice(0, longestCell))
    if (this.#ends.count >= mostStrings || this.#length + bytes.length > mostBytes)
      throw packageRefusals.tooMuch()
    for (let at = 0; at < bytes.length;) {
      const inBlock = this.#length % blockBytes
      if (inBlock === 0) this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes))
      const copied = bytes.copy(this.#blocks.at(-1) ?? bytes, inBlock, at)
      at += copied
      this.#length += copied
    }
    this.#ends.push(this.#length)
  }

  /** The string of a number; undefined when there is none. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#ends.count) return undefined
    const slot = index % recentStrings
    if (this.#recentIndex[slot] === index) return this.#recent[slot]
    const text = this.#text(index === 0 ? 0 : this.#ends.at(index - 1), this.#ends.at(index))
    this.#recentIndex[slot] = index
    this.#recent[slot] = text
    return text
  }

  #text(from: number, to: number): string {
    const first = Math.floor(from / blockBytes)
    const start = from % blockBytes
    const block = this.#blocks[first]
    if (!block) return ''
    const length = to - from
    if (start + length <= blockBytes) return block.toString('utf8', start, start + length)
    const next = this.#blocks[first + 1] ?? block
    return Buffer.concat([block.subarray(start), next.subarray(0, start + length - blockBytes)]).toString(
      'utf8',
    )
  }
}

/** Reads the strings of a workbook: letters of all runs, without the readings that stand above them. */
export async function readStrings(part: Part | undefined, signal?: AbortSignal): Promise<SharedStrings> {
  const strings = new SharedStrings()
  if (!part) return strings
  let text = ''
  let inText = false
  let phonetic = false
  const tokens = new XmlTokens(
    {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 't') inText = true
        else if (name === 'rPh') phonetic = true
      },
      close(name) {
        if (name === 't') inText = false
        else if (name === 'rPh') phonetic = false
        else if (name === 'si') strings.add(unwrapped(text))
      },
      wantsText: () => inText && !phonetic,
      text: (piece) => {
        if (text.length < longestCell) text += piece
      },
    },
    packageRefusals,
    { ownOnly: true },
  )
  for await (const piece of part.pieces()) {
    signal?.throwIfAborted()
    tokens.write(piece)
  }
  tokens.close()
  return strings
}
