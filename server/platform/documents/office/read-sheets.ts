import { attributeOf } from '../../package/xml-tokens.ts'
import { line, type FileReading } from '../passage.ts'
import { contextOf } from './contexts.ts'
import type { OpenPart } from './parts.ts'
import { readPart } from './read-part.ts'
import { walk } from './walk.ts'

const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)

/** The shared strings of a workbook, each as it reads. */
function stringsOf(content: Buffer): string[] {
  const strings: string[] = []
  let text = ''
  let reads = false
  walk(content, () => ({
    open: (name) => {
      if (name === 'si') text = ''
      reads = name === 't'
    },
    close: (name) => {
      if (name === 'si') strings.push(text)
      if (name === 't') reads = false
    },
    text: (piece) => void (text += piece),
    wantsText: () => reads,
  }))
  return strings
}

interface Cell {
  ref: string
  shared: boolean
  value: string
  text: string
}

/** Every cell of a sheet with what a reader sees in it, and its formula. */
function cellsOf(content: Buffer, strings: readonly string[], used: Set<number>) {
  const found: { ref: string; text: string; field: boolean }[] = []
  let cell: Cell | null = null
  let element = ''
  walk(content, () => ({
    open(name, raw) {
      element = name
      if (name === 'c')
        cell = {
          ref: attributeOf(raw, 'r') ?? '',
          shared: attributeOf(raw, 't') === 's',
          value: '',
          text: '',
        }
    },
    close(name) {
      element = ''
      if (name !== 'c' || !cell) return
      const { ref, shared, value, text } = cell
      if (shared) used.add(Number(value))
      found.push({ ref, text: shared ? (strings[Number(value)] ?? '') : value + text, field: false })
      cell = null
    },
    text(piece) {
      if (!cell) return
      if (element === 'v') cell.value += piece
      else if (element === 't') cell.text += piece
      else if (element === 'f') found.push({ ref: cell.ref, text: piece, field: true })
    },
    wantsText: () => cell !== null && element !== '',
  }))
  return found
}

/**
 * Reads the sheets of a workbook, each string where its cells stand; what no cell shows any more is read,
 * too.
 */
export function readSheets(
  parts: readonly OpenPart[],
  positions: ReadonlyMap<string, string>,
  reading: FileReading,
): void {
  const shared = parts.find(({ name }) => name === 'xl/sharedStrings.xml')
  const strings = shared ? stringsOf(shared.content) : []
  const used = new Set<number>()
  for (const { name, content } of parts.filter((part) => isSheet(part.name))) {
    const context = contextOf(name, positions)
    for (const { ref, text, field } of cellsOf(content, strings, used))
      if (text.length > 1)
        reading.passages.push(line(field ? 'field' : 'sheet', text, `${context.at ?? ''} ${ref}`.trim()))
    reading.passages.push(...readPart(content, context))
  }
  strings.forEach((text, i) => {
    if (!used.has(i)) reading.passages.push(line('sheet', text, '已删除的单元格'))
  })
}
