import { attributesOf } from '../../package/xml-tokens.ts'
import { authorship } from './read-part.ts'
import { textOf, walk } from './walk.ts'

/** A stretch of a part that is left out. */
interface Cut {
  readonly from: number
  readonly to: number
}

/**
 * Elements that go with all they hold: deleted text, former formats, marks of comments and of moved text,
 * marks of editing sessions, values kept for programs, paths and numbers of the machine.
 */
const cutElements = new Set(
  [
    'del moveFrom rPrChange pPrChange sectPrChange tblPrChange tblGridChange trPrChange',
    'tcPrChange tblPrExChange numberingChange cellIns cellDel cellMerge moveFromRangeStart',
    'moveFromRangeEnd moveToRangeStart moveToRangeEnd customXmlInsRangeStart',
    'customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd',
    'customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart',
    'customXmlMoveToRangeEnd commentRangeStart commentRangeEnd commentReference commentRel',
    'legacyDrawing rsids docVars attachedTemplate dataBinding mailMerge docId',
    'trackRevisions absPath revisionPtr fileSharing',
  ].flatMap((names) => names.split(' ')),
)
/**
 * Inserted text stays and its mark goes: the change is accepted. Not so in the language of drawings, where an
 * element that is called moveTo, too, moves the pen (ECMA-376, part 1, 20.1.9.14).
 */
const unwrapped = new Set(['ins', 'moveTo'])
const draws = (namespace: string | undefined): boolean => /\/drawingml\//.test(namespace ?? '')
/** Attributes that tell who did something, when, and in which session. */
const cutAttribute = (name: string): boolean => name.startsWith('rsid') || authorship.has(name)

interface Frame {
  readonly name: string
  readonly start: number
  /** Cuts made before this element began. */
  readonly cuts: number
  /** A row of a table that was deleted. */
  gone: boolean
  /** Whether its tags go and what it holds stays. */
  readonly opened: boolean
}

/** Cuts of the attributes of one element; `at` is where its tag begins. */
function attributeCuts(tag: string, at: number, wanted: (name: string) => boolean): Cut[] {
  return [...tag.matchAll(/\s+([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)]
    .filter(([, name = '']) => wanted(name.slice(name.indexOf(':') + 1)))
    .map(({ 0: found, index }) => ({ from: at + index, to: at + index + found.length }))
}

/** Writes a text without these stretches, which do not cross each other. */
function without(text: string, cuts: readonly Cut[]): string {
  const kept: string[] = []
  let at = 0
  for (const { from, to } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from > at) kept.push(text.slice(at, from))
    at = Math.max(at, to)
  }
  kept.push(text.slice(at))
  return kept.join('')
}

class Cleaner {
  readonly cuts: Cut[] = []
  readonly #frames: Frame[] = []
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  open(name: string, marks: boolean, { from: start, to: end }: Cut, tells: (name: string) => boolean): void {
    const parent = this.#frames.at(-1)
    const opened = marks && unwrapped.has(name)
    this.#frames.push({ name, start, cuts: this.cuts.length, gone: false, opened })
    if (opened) this.cuts.push({ from: start, to: end })
    else if (name === 'del' && parent?.name === 'trPr') this.#markRow()
    const tag = this.#text.slice(start, end)
    if (tag.includes('=')) this.cuts.push(...attributeCuts(tag, start, tells))
  }

  #markRow(): void {
    const row = this.#frames.findLast(({ name }) => name === 'tr')
    if (row) row.gone = true
  }

  /** `start` and `end` are those of the tag that closes; of the whole element where it is empty. */
  close(name: string, start: number, end: number): void {
    const frame = this.#frames.pop()
    if (!frame) return
    if (cutElements.has(name) || frame.gone) {
      this.cuts.length = frame.cuts
      this.cuts.push({ from: frame.start, to: end })
    } else if (frame.opened && start !== frame.start) this.cuts.push({ from: start, to: end })
  }
}

/**
 * A part of a document as its reader sees it now: changes accepted, comments gone, nothing that tells who
 * wrote when.
 * @param drops whether a relation, by its target, leads to a part that is left out
 */
export function cleanPart(name: string, content: Buffer, drops: (target: string) => boolean): Buffer {
  // A comment of XML stands outside of all elements that a program reads.
  const plain = textOf(content)
  const text = plain.includes('<![CDATA[') ? plain : plain.replace(/<!--[\s\S]*?-->/g, '')
  const bytes = Buffer.from(text)
  const cleaner = new Cleaner(text)
  const printer = name.startsWith('xl/worksheets/')
  walk(bytes, (tokens) => ({
    open(element, raw) {
      const { start, end } = tokens()
      const isPage = printer && element === 'pageSetup'
      const tells = (one: string) => cutAttribute(one) || (isPage && one === 'id')
      cleaner.open(element, !draws(tokens().namespace()), { from: start, to: end }, tells)
      if (leads(element, raw, drops)) cleaner.cuts.push({ from: start, to: end })
    },
    close(element) {
      const { start, end } = tokens()
      cleaner.close(element, start, end)
    },
  }))
  return Buffer.from(without(text, cleaner.cuts))
}

/**
 * Whether an element is a relation, or an entry of the list of types, of a part that is left out. Both are
 * empty.
 */
function leads(element: string, raw: string, drops: (target: string) => boolean): boolean {
  if (element !== 'Relationship' && element !== 'Override') return false
  const { Target, PartName, TargetMode = '' } = attributesOf(raw)
  return TargetMode.toLowerCase() !== 'external' && drops(PartName ?? Target ?? '')
}
