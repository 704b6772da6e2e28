import { xmlText } from '../../../../catalogue/markup/letters.ts'
import type { Scan, ScannedParagraph, ScannedRow, Stretch } from './scan.ts'

/** `{姓名}`, also in the wide braces of Chinese typing; it ends within its line. */
const place = /[{｛]([^{}｛｝\n\t]{1,60})[}｝]/g

/** A named place of a template. */
export interface NamedPlace {
  /** As it is written between the braces. */
  readonly name: string
  /** A brace that nothing closes within its line and cell: nothing is filled in there. */
  readonly isOpen: boolean
  readonly row: number | null
  readonly isBoxed: boolean
  readonly page: number
  /** The words around it, by which one finds it. */
  readonly near: string
}

const lone = /[{｛]([^{}｛｝\n\t]{0,30})/g

const lettersOf = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('')

/** The places of a document in its order. Word cuts one into several runs; it is one all the same. */
export const placesIn = ({ paragraphs }: Scan): NamedPlace[] =>
  paragraphs.flatMap(({ stretches, row, isBoxed, page }) => {
    const text = lettersOf(stretches)
    const rest = text.replaceAll(place, (whole) => ' '.repeat(whole.length))
    const found = [
      ...[...text.matchAll(place)].map((match) => ({ match, isOpen: false })),
      ...[...rest.matchAll(lone)].map((match) => ({ match, isOpen: true })),
    ].toSorted((one, other) => one.match.index - other.match.index)
    return found.map(({ match: { 1: name = '', index }, isOpen }) => ({
      name: name.trim(),
      isOpen,
      row,
      isBoxed,
      page,
      near: nearIn(text, index, name.length),
    }))
  })

const nearIn = (text: string, at: number, length: number): string =>
  text
    .slice(Math.max(0, at - 12), at + length + 14)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What is written into the places. */
export interface PlaceWords {
  /** The words of a place; `record` counts the repetitions of its row from 0. */
  readonly wordsOf: (name: string, record: number) => string
  /** How often a row with these places is written; null for a row that stands once. */
  readonly timesOf: (names: readonly string[]) => number | null
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Names that stand in a row itself, not in a row of a table within it. */
export const namesInRow = (places: readonly NamedPlace[], row: number): string[] =>
  places.flatMap((one) => (one.row === row ? [one.name] : []))

/** The document with its places filled and its rows repeated; everything else stays letter by letter. */
export function filledDocument(xml: string, found: Scan, filling: PlaceWords): string {
  const places = placesIn(found)
  const repeated = found.rows.flatMap((row, at) => {
    const names = namesInRow(places, at)
    const times = names.length === 0 ? null : filling.timesOf(names)
    return times === null ? [] : [{ ...row, times }]
  })
  const outer = repeated.filter((row) => !repeated.some((other) => holds(other, row)))
  const edits = (paragraphs: readonly ScannedParagraph[], record: number) =>
    paragraphs.flatMap((one) => editsOf(one, (name) => filling.wordsOf(name, record)))
  const isIn =
    ({ from, to }: Pick<ScannedRow, 'from' | 'to'>) =>
    (one: ScannedParagraph) => {
      const first = one.stretches.find(({ at }) => at !== null)?.at
      return first !== undefined && first !== null && first.from >= from && first.to <= to
    }
  const rows = outer.map(({ from, to, times }): Edit => {
    const own = found.paragraphs.filter(isIn({ from, to }))
    const copies = Array.from({ length: Math.max(1, times) }, (_, record) =>
      edited(xml, { from, to }, edits(own, record)),
    )
    return { from, to, text: copies.join('') }
  })
  const others = found.paragraphs.filter((one) => !outer.some((row) => isIn(row)(one)))
  return edited(xml, { from: 0, to: xml.length }, [...edits(others, 0), ...rows])
}

const holds = (outer: Pick<ScannedRow, 'from' | 'to'>, inner: Pick<ScannedRow, 'from' | 'to'>): boolean =>
  outer.from < inner.from && inner.to <= outer.to

function edited(xml: string, { from, to }: { from: number; to: number }, edits: readonly Edit[]): string {
  const out: string[] = []
  let at = from
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    out.push(xml.slice(at, edit.from), edit.text)
    at = edit.to
  }
  out.push(xml.slice(at, to))
  return out.join('')
}

/** The words of a place stand in the run in which it begins and have its looks. */
function editsOf({ stretches }: ScannedParagraph, wordsOf: (name: string) => string): Edit[] {
  const text = lettersOf(stretches)
  const found = [...text.matchAll(place)].map(({ 0: whole, 1: name = '', index }) => ({
    from: index,
    to: index + whole.length,
    words: wordsOf(name.trim()),
  }))
  let passed = 0
  return stretches.flatMap(({ text: own, at }): Edit[] => {
    const [from, to] = [passed, passed + own.length]
    passed = to
    const touching = found.filter((one) => one.from < to && one.to > from)
    if (at === null || touching.length === 0) return []
    let written = ''
    let done = from
    for (const one of touching) {
      if (one.from >= from) written += text.slice(done, one.from) + one.words
      done = Math.min(one.to, to)
    }
    return [{ ...at, text: lettersXml(written + text.slice(done, to)) }]
  })
}

/** Letters within `w:t`; the prefix is declared by every program that writes such documents. */
const lettersXml = (text: string): string =>
  text.split('\n').map(xmlText).join('</w:t><w:br/><w:t xml:space="preserve">')
