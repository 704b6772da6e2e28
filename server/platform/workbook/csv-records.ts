import { createReadStream } from 'node:fs'
import { isWideText } from './kind.ts'
import { WorkbookRefusal, packageRefusals } from './refusal.ts'

/** Encoding of a csv file. `marked`: it begins with a byte order mark. */
export interface TextForm {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'
  readonly marked: boolean
}

/** The columns a sheet has at most; Excel writes all of them where a format reaches so far. */
const mostFields = 16_384

/** A line of a csv file, which breaks within quotes do not end. */
export interface CsvRecord {
  readonly fields: readonly string[]
  /** As it stands in the file, and the break behind it. */
  readonly raw: string
  readonly end: string
}

const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** Most letters of one line: a quote that is never closed would make the rest of the file one cell. */
const longestRecord = 2 * 1024 * 1024

/** Decodes a file piece by piece; throws a TypeError for bytes that are no letters of the encoding. */
async function* lettersOf(path: string, encoding: string, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const piece of createReadStream(path, {
    highWaterMark: 128 * 1024,
    ...(signal && { signal }),
  })) {
    if (!(piece instanceof Uint8Array)) continue
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

async function reads(path: string, encoding: string, signal?: AbortSignal): Promise<boolean> {
  try {
    for await (const letters of lettersOf(path, encoding, signal)) if (letters.includes('\0')) return false
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Encoding of a file, judged by all of its bytes. Throws a refusal if it is no text. */
export async function textFormOf(path: string, first: Buffer, signal?: AbortSignal): Promise<TextForm> {
  const mark = first.toString('hex', 0, 3)
  const form: TextForm | undefined = mark.startsWith('fffe')
    ? { encoding: 'utf-16le', marked: true }
    : mark.startsWith('feff')
      ? { encoding: 'utf-16be', marked: true }
      : mark === 'efbbbf'
        ? { encoding: 'utf-8', marked: true }
        : isWideText(first)
          ? { encoding: 'utf-16le', marked: false }
          : undefined
  const tried: readonly TextForm[] = form
    ? [form]
    : [
        { encoding: 'utf-8', marked: false },
        { encoding: 'gb18030', marked: false },
      ]
  for (const one of tried) if (await reads(path, one.encoding, signal)) return one
  throw new WorkbookRefusal('encoding')
}

const isSeparator = (letter: string): letter is Separator => separators.some((one) => one === letter)

/** The separator that the first line has most of, outside of quotes. */
export function separatorOf(text: string): Separator {
  const told = /^sep=([,;\t])\r?\n/i.exec(text)?.[1] ?? ''
  if (isSeparator(told)) return told
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0 }
  let quoted = false
  let counted = 0
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    if (quoted) continue
    if (letter === '\n' && counted > 0) break
    if (!isSeparator(letter)) continue
    counts[letter] += 1
    counted += 1
  }
  return separators.reduce((best, one) => (counts[one] > counts[best] ? one : best))
}

/** Cuts letters into lines and fields (RFC 4180); quotes in the midst of a field are letters. */
class CsvReader {
  readonly #separator: Separator
  #text = ''
  constructor(separator: Separator) {
    this.#separator = separator
  }

  /** The lines that are whole; the rest waits for more, unless this was the `last`. */
  read(more: string, last: boolean): CsvRecord[] {
    this.#text += more
    const records: CsvRecord[] = []
    let at = 0
    while (at < this.#text.length) {
      const next = this.#record(at, last)
      if (!next) break
      records.push(next)
      at += next.raw.length + next.end.length
    }
    this.#text = this.#text.slice(at)
    if (this.#text.length > longestRecord) throw packageRefusals.broken()
    return records
  }

  #record(from: number, last: boolean): CsvRecord | undefined {
    const fields: string[] = []
    let at = from
    for (;;) {
      const field = this.#text[at] === '"' ? this.#quoted(at, last) : this.#plain(at, '')
      if (!field) return undefined
      if (fields.push(field.value) > mostFields) throw new WorkbookRefusal('tooManyColumns')
      const letter = this.#text[field.end]
      if (letter === this.#separator) {
        at = field.end + 1
        continue
      }
      // A break of two letters may be torn between two pieces.
      if (!last && (letter === undefined || (letter === '\r' && field.end + 1 >= this.#text.length)))
        return undefined
      const end = letter === undefined ? '' : this.#text.startsWith('\r\n', field.end) ? '\r\n' : letter
      return { fields, raw: this.#text.slice(from, field.end), end }
    }
  }

  /** A field up to the next separator or break. */
  #plain(from: number, before: string): { value: string; end: number } {
    let end = from
    for (; end < this.#text.length; end += 1) {
      const letter = this.#text[end]
      if (letter === this.#separator || letter === '\n' || letter === '\r') break
    }
    return { value: before + this.#text.slice(from, end), end }
  }

  #quoted(from: number, last: boolean): { value: string; end: number } | undefined {
    for (let at = from + 1; ;) {
      const quote = this.#text.indexOf('"', at)
      if (quote < 0) {
        if (last) throw packageRefusals.broken()
        return undefined
      }
      if (this.#text[quote + 1] === '"') at = quote + 2
      else {
        if (quote + 1 >= this.#text.length && !last) return undefined
        return this.#plain(quote + 1, this.#text.slice(from + 1, quote).replaceAll('""', '"'))
      }
    }
  }
}

export interface CsvFile {
  readonly form: TextForm
  readonly separator: Separator
  /** Whether the first line only tells the separator: programs do not show it as a row. */
  readonly tellsSeparator: boolean
}

/** The lines of a csv file, in batches. */
export async function* csvRecords(
  path: string,
  form: TextForm,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly file: CsvFile; readonly records: readonly CsvRecord[] }> {
  let file: CsvFile | undefined
  let reader: CsvReader | undefined
  for await (const letters of lettersOf(path, form.encoding, signal)) {
    file ??= {
      form,
      separator: separatorOf(letters),
      tellsSeparator: /^sep=[,;\t]\r?\n/i.test(letters),
    }
    reader ??= new CsvReader(file.separator)
    yield { file, records: reader.read(letters, false) }
  }
  if (file && reader) yield { file, records: reader.read('', true) }
}
