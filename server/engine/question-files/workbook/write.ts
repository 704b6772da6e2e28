import { buffer } from 'node:stream/consumers'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { OneQuestion } from '../../../../catalogue/questions/fields.ts'
import { writeWorkbook, type SheetColumn } from '../../../platform/workbook/write.ts'
import type { FiledQuestion, FilePictures, Loss, QuestionFile } from '../filed.ts'
import { cellOfAnswer, cellOfPoints, cellOfRich } from './cells.ts'
import { filing, heads, optionHead, optionLetters } from './columns.ts'

/** Most letters of a cell (Excel: 32 767); what is longer would be cut off by the program. */
const longest = 32_000
const usualOptions = 8
/** An option that nobody filled in keeps its letter. */
const empty = '<p></p>'

type Row = Record<string, string>

/** Questions as a workbook: a row each, of a composite a row for its material and one for each part. */
export async function workbookOfQuestions(
  questions: readonly FiledQuestion[],
  _: FilePictures,
  { title }: { readonly title: string },
): Promise<QuestionFile> {
  const losses: Loss[] = []
  const rows = questions.flatMap((question, i) => rowsOf(question, i + 1, losses))
  const width = Math.max(
    usualOptions,
    ...questions.flatMap(({ value }) => [value, ...value.parts].map((one) => one.options.length)),
  )
  const letters = optionLetters.slice(0, width)
  const columns: (SheetColumn & { readonly head: string })[] = [
    { head: heads.id, kind: 'text', width: 10 },
    { head: heads.group, kind: 'text', width: 10 },
    { head: heads.kind, kind: 'text', width: 10 },
    { head: heads.stem, kind: 'text', width: 60 },
    ...letters.map((letter) => ({ head: optionHead(letter), kind: 'text' as const, width: 18 })),
    { head: heads.answer, kind: 'text', width: 20 },
    { head: heads.analysis, kind: 'text', width: 40 },
    { head: heads.points, kind: 'text', width: 30 },
    { head: heads.score, kind: 'text', width: 8 },
    ...filing.map(({ head, width: letterCount }) => ({ head, kind: 'text' as const, width: letterCount })),
    { head: heads.fixed, kind: 'text', width: 12 },
  ]
  const lines = (async function* () {
    for (const row of rows) yield columns.map(({ head }) => row[head] ?? '')
  })()
  const bytes = await buffer(writeWorkbook([{ name: '试题', columns, rows: lines, pageFoot: title }]))
  return { bytes, losses }
}

function rowsOf({ id, no, value }: FiledQuestion, place: number, losses: Loss[]): Row[] {
  const rowOf = (one: OneQuestion): Row => {
    const row: Row = {
      [heads.kind]: labelOf('questionKind', one.questionKind),
      [heads.stem]: cellOfRich(one.stem),
      ...Object.fromEntries(
        one.options.map(({ key, content }) => [optionHead(key), cellOfRich(content) || empty]),
      ),
      [heads.answer]: cellOfAnswer(one),
      [heads.analysis]: cellOfRich(one.analysis),
      [heads.points]: cellOfPoints(one),
      [heads.score]: one.score === null ? '' : String(one.score),
      [heads.fixed]: one.options.flatMap(({ key, fixed }) => (fixed ? [key] : [])).join(''),
    }
    for (const [head, cell] of Object.entries(row)) {
      if (cell.includes('<img')) losses.push({ place, what: `${head}里的图片留在库里，表格里只有它的编号` })
      if (cell.length <= longest) continue
      losses.push({ place, what: `${head}太长，表格放不下，请改用 Word` })
      row[head] = '（太长，见原题）'
    }
    return row
  }
  const group = value.questionKind === 'composite' ? { [heads.group]: String(place) } : {}
  const filed = Object.fromEntries(filing.map(({ head, cellOf }) => [head, cellOf(value)]))
  return [
    { ...rowOf(value), ...filed, ...group, [heads.id]: `${id}.${no}` },
    ...value.parts.map((part) => ({ ...rowOf(part), ...group })),
  ]
}
