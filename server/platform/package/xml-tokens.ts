import { isUtf8 } from 'node:buffer'
import { Namespaces } from './namespaces.ts'
import type { PackageRefusals } from './refuse.ts'
import { unescaped } from './unescaped.ts'

/** Callbacks for the tokens of one XML part, in document order. Names have no prefix. */
export interface TokenSink {
  /** Begin of an element; an empty element has a begin and an end. `attributes` as written. */
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  /** Text between elements, unescaped, in one or more pieces; only where `wantsText` asks for it. */
  readonly text?: (text: string) => void
  readonly wantsText?: () => boolean
  /** All tokens before `end` of `text` were reported; this part of the text is dropped afterwards. */
  readonly passed?: (end: number) => void
}

/** Which tokens of a part are wanted. */
export interface TokenOptions {
  /**
   * Only elements in the namespace of the part's first one are told of, and nothing within others: programs
   * put elements of their own beside them that have the same name behind another prefix (x15:workbookPr).
   */
  readonly ownOnly?: boolean
  /** Marks of Office in drawings of the older kind, <![if gte mso 9]> and <![endif]>, are passed over. */
  readonly conditions?: boolean
}

/**
 * Most letters of one token, and of elements within each other: what is longer was not written by a program.
 */
const longest = 1024 * 1024
const deepest = 256
const codes = { less: 60, greater: 62, double: 34, single: 39, slash: 47, bang: 33, question: 63, colon: 58 }

const spaces = /\s/

/**
 * An attribute of an element, read without making an object of all. One with a prefix has another name: `r`
 * is not `x14ac:r`.
 */
export function attributeOf(raw: string, wanted: string): string | undefined {
  let at = 0
  for (;;) {
    const equals = raw.indexOf('=', at)
    if (equals < 0) return undefined
    let quote = equals + 1
    while (quote < raw.length && spaces.test(raw.charAt(quote))) quote += 1
    const end = raw.indexOf(raw.charAt(quote), quote + 1)
    if (end < 0) return undefined
    if (raw.slice(at, equals).trim() === wanted) return unescaped(raw.slice(quote + 1, end))
    at = end + 1
  }
}

type Attributes = Readonly<Record<string, string>>

/** Every attribute of an element, by its name as written, its prefix included. */
export function attributesAsWritten(raw: string): Attributes {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of raw.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name] = unescaped(double ?? single ?? '') ?? ''
  return found
}

/** Every attribute of an element, by its name without prefix. */
export const attributesOf = (raw: string): Attributes =>
  Object.fromEntries(
    Object.entries(attributesAsWritten(raw)).map(([name, value]) => [
      name.slice(name.indexOf(':') + 1),
      value,
    ]),
  )

/**
 * Where a tag ends that begins at `from`: the first `>` outside of quotes; -1 when it is not there yet, NaN
 * when another one begins within.
 */
function endOfTag(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === codes.less && at > from) return NaN
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === codes.greater) return at
    else if (code === codes.double || code === codes.single) quote = code
  }
  return -1
}

/**
 * Reads a large part of XML piece by piece, in UTF-8: elements, attributes and letters, nothing else. Refuses
 * what is not well-formed, any document type definition and references to anything but letters. While the
 * sink is told of something, `text`, `start` and `end` say where it stands, for whoever copies what they do
 * not change.
 */
export class XmlTokens {
  text = ''
  start = 0
  end = 0
  readonly #sink: TokenSink
  readonly #refuse: PackageRefusals
  readonly #options: TokenOptions
  readonly #namespaces = new Namespaces()
  readonly #open: string[] = []
  /** The namespace of the first element. */
  #own: string | undefined
  /** Depth of the foreign-namespace element that is being skipped; -1 if none. */
  #foreign = -1
  /** The prefix of the current element. */
  #prefix = ''
  /** Bytes behind the last `>`. */
  #waiting: Buffer[] = []
  #begun = false
  #first = true

  constructor(sink: TokenSink, refuse: PackageRefusals, options: TokenOptions = {}) {
    this.#sink = sink
    this.#refuse = refuse
    this.#options = options
  }

  /**
   * The namespace of a prefix where the reader stands; without one, of the element that the sink is told of.
   */
  namespace(prefix: string = this.#prefix): string | undefined {
    return this.#namespaces.of(prefix)
  }

  /** Reads on. Afterwards `text` holds the rest that was not read yet. */
  write(piece: Buffer): void {
    // Cut behind a `>`: no letter of UTF-8 is torn there, and few tags are.
    const cut = piece.lastIndexOf(codes.greater) + 1
    if (cut > 0) {
      this.#read(
        this.#waiting.length > 0
          ? Buffer.concat([...this.#waiting, piece.subarray(0, cut)])
          : piece.subarray(0, cut),
      )
      this.#waiting = []
    }
    if (cut < piece.length) this.#waiting.push(piece.subarray(cut))
    if (this.#waiting.reduce((sum, { length }) => sum + length, 0) > longest * 3) throw this.#refuse.broken()
  }

  /** The part is over. Throws a refusal when something of it is open. */
  close(): void {
    if (Buffer.concat(this.#waiting).toString('latin1').trim() !== '') throw this.#refuse.broken()
    if (!this.#begun || this.#open.length > 0 || this.text !== '') throw this.#refuse.broken()
  }

  #read(bytes: Buffer): void {
    if (!isUtf8(bytes)) throw this.#refuse.broken()
    const mark = this.#first && bytes[0] === 0xef ? 3 : 0
    this.#first = false
    this.text += bytes.toString('utf8', mark)
    this.start = 0
    for (;;) {
      const tag = this.text.indexOf('<', this.start)
      if (tag < 0) break
      this.end = tag
      if (tag > this.start) this.#letters(this.text.slice(this.start, tag))
      this.start = tag
      const end = this.#token(tag)
      if (end < 0) break
      this.start = end
    }
    this.#sink.passed?.(this.start)
    this.text = this.text.slice(this.start)
    if (this.text.length > longest) throw this.#refuse.broken()
  }

  #letters(raw: string): void {
    if (this.#open.length === 0 && raw.trim() !== '') throw this.#refuse.broken()
    if (this.#foreign >= 0 || this.#sink.wantsText?.() !== true) return
    const text = unescaped(raw)
    if (text === undefined) throw this.#refuse.broken()
    this.#sink.text?.(text)
  }

  /** Reads what begins at `at`; where it ends, or -1 when its end has not come yet. */
  #token(at: number): number {
    const code = this.text.charCodeAt(at + 1)
    if (code === codes.bang) return this.#special(at)
    if (code === codes.question) return this.#until(at, '?>')
    const gt = endOfTag(this.text, at)
    if (Number.isNaN(gt)) throw this.#refuse.broken()
    if (gt < 0) return -1
    this.end = gt + 1
    if (code === codes.slash) this.#closeTag(this.text.slice(at + 2, gt).trim())
    else this.#openTag(at + 1, gt)
    return gt + 1
  }

  #until(at: number, mark: string): number {
    const end = this.text.indexOf(mark, at)
    return end < 0 ? -1 : end + mark.length
  }

  #special(at: number): number {
    if (this.text.startsWith('<!--', at)) return this.#until(at + 4, '-->')
    const condition =
      this.#options.conditions === true && /^<!\[(?:if[\s(]|endif\])/.test(this.text.slice(at, at + 9))
    if (condition) return this.#until(at, ']>')
    if (!this.text.startsWith('<![CDATA[', at)) {
      // A definition of a type may read files and multiply: nothing of a workbook has one.
      if (this.text.length - at > 9) throw this.#refuse.broken()
      return -1
    }
    const end = this.text.indexOf(']]>', at)
    if (end < 0) return -1
    this.end = end + 3
    if (this.#foreign < 0 && this.#sink.wantsText?.() === true)
      this.#sink.text?.(this.text.slice(at + 9, end))
    return end + 3
  }

  #openTag(at: number, gt: number): void {
    const { text } = this
    const empty = text.charCodeAt(gt - 1) === codes.slash
    const last = empty ? gt - 1 : gt
    let end = at
    let from = at
    for (; end < last; end += 1) {
      const code = text.charCodeAt(end)
      if (code <= 32) break
      if (code === codes.colon) from = end + 1
    }
    if (end === from || (this.#open.length === 0 && this.#begun)) throw this.#refuse.broken()
    const attributes = text.slice(end, last)
    this.#namespaces.begin(attributes, this.#open.length)
    const told = this.#beginTelling(from === at ? '' : text.slice(at, from - 1))
    this.#begun = true
    const name = text.slice(from, end)
    if (told) this.#sink.open(name, attributes)
    if (empty) this.#end(name, this.#open.length)
    else if (this.#open.push(text.slice(at, end)) > deepest) throw this.#refuse.broken()
  }

  /** Whether the sink gets this element. */
  #beginTelling(prefix: string): boolean {
    this.#prefix = prefix
    if (this.#options.ownOnly !== true) return true
    if (this.#foreign >= 0) return false
    const namespace = this.#namespaces.of(prefix)
    if (!this.#begun) this.#own = namespace
    if (namespace === this.#own) return true
    this.#foreign = this.#open.length
    return false
  }

  #closeTag(full: string): void {
    if (this.#open.pop() !== full) throw this.#refuse.broken()
    const colon = full.indexOf(':')
    this.#prefix = colon < 0 ? '' : full.slice(0, colon)
    this.#end(full.slice(colon + 1), this.#open.length)
  }

  /** The element at this depth is over. */
  #end(name: string, depth: number): void {
    if (this.#foreign < 0) this.#sink.close(name)
    else if (this.#foreign === depth) this.#foreign = -1
    this.#namespaces.end(depth)
  }
}
