import { dictionary, isDictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type {
  ImportColumn,
  ImportFault,
  ImportRow,
} from '../../../catalogue/contract/administration/imports.ts'

export interface CellChoice {
  readonly label: string
  readonly code: string
  readonly words: string
  /** Probably meant. */
  readonly likely: boolean
}

/** The code of what stands in a cell: its text is a label, a code or another word for it. */
function codeOf(dict: string | null | undefined, text: string): string | undefined {
  if (dict === null || dict === undefined || !isDictName(dict)) return undefined
  return dictionary(dict).items.find(
    ({ code, label, aliases }) => code === text || label === text || aliases?.includes(text),
  )?.code
}

/** Choices of a column; of one that depends on another, those under its value. */
function choicesOf(column: ImportColumn, row: ImportRow, columns: readonly ImportColumn[]): CellChoice[] {
  const { dict, dependsOn, choices } = column
  if (dict === null || !isDictName(dict))
    return choices.map((label) => ({ label, code: '', words: label, likely: false }))
  const parent = columns.find(({ key }) => key === dependsOn)
  const under = parent && codeOf(parent.dict, row.cells[parent.key] ?? '')
  return dictionary(dict)
    .items.filter(({ selectable, ended }) => selectable && !ended)
    .filter(({ groups }) => under === undefined || !groups || groups.includes(under))
    .map(({ code, label, aliases }) => ({
      label,
      code,
      words: [label, ...(aliases ?? [])].join(' '),
      likely: false,
    }))
}

/** What may be put into a cell, what was probably meant first. */
export function cellChoices(
  column: ImportColumn | undefined,
  row: ImportRow,
  columns: readonly ImportColumn[],
  fault: ImportFault | undefined,
): readonly CellChoice[] {
  const all = column ? choicesOf(column, row, columns) : []
  const likely = (fault?.suggestions ?? []).map((label): CellChoice => {
    const known = all.find((choice) => choice.label === label)
    return { label, code: known?.code ?? '', words: label, likely: true }
  })
  return [...likely, ...all.filter(({ label }) => !likely.some((one) => one.label === label))]
}
