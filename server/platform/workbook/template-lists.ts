import { letters } from './sheet-xml.ts'

/** A column of a template. */
export interface TemplateColumn {
  readonly key: string
  readonly head: string
  readonly required: boolean | 'conditional'
  readonly note: string
  readonly example: string
  /** A name of `lists`. */
  readonly options?: string
  /** The column whose value narrows the options: to those that have its code among their `groups`. */
  readonly dependsOn?: string
  /** Shown as written, so that no program rounds its digits. */
  readonly asText: boolean
}

export interface TemplateOption {
  readonly name: string
  readonly code: string
  /** Codes of the other column's options under which this one may be chosen; none: under all. */
  readonly groups?: readonly string[]
}

export interface Template {
  readonly title: string
  readonly version: string
  /** The name of the sheet that is filled in. */
  readonly sheet: string
  readonly columns: readonly TemplateColumn[]
  readonly lists: Readonly<Record<string, readonly TemplateOption[]>>
}

/** The lists of a template as sheets and as names that formulas use. */
export interface Dictionary {
  /** The sheet 字典: of each list the names and the codes. */
  readonly columns: readonly (readonly string[])[]
  /** The hidden sheet: of each list that depends on another, the names under each of its codes. */
  readonly dependent: readonly (readonly string[])[]
  /** Defined names with what they stand for, sorted as programs keep them. */
  readonly names: readonly (readonly [name: string, range: string])[]
  /** The choices of a column as a formula; `cellOf` gives the cell of another column in the first row. */
  readonly formulaOf: (
    column: TemplateColumn,
    cellOf: (key: string) => string | undefined,
  ) => string | undefined
}

/** A part of a defined name: letters of Latin and digits only. */
const safe = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '_')
const namesOf = (list: string) => `xt_${safe(list)}`
const codesOf = (list: string) => `xt_code_${safe(list)}`
const underOf = (list: string, parent: string) => `xt_${safe(list)}_by_${safe(parent)}_`

const range = (sheet: string, column: number, from: number, count: number): string =>
  `${sheet}!$${letters(column)}$${from}:$${letters(column)}$${from + Math.max(count, 1) - 1}`

/** Lays out the lists of a template; those that no column uses are left out. */
export function dictionaryOf({ columns, lists }: Template): Dictionary {
  const sheet: string[][] = []
  const dependent: string[][] = []
  const names: [string, string][] = []
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const parentOf = ({ dependsOn = '' }: TemplateColumn) => byKey.get(dependsOn)?.options
  const heads = new Map<string, string>()
  for (const { options, head } of columns)
    if (options !== undefined && !heads.has(options)) heads.set(options, head)
  for (const [list, head] of heads) {
    const options = lists[list] ?? []
    names.push([namesOf(list), range('字典', sheet.length, 2, options.length)])
    sheet.push([head, ...options.map(({ name }) => name)])
    names.push([codesOf(list), range('字典', sheet.length, 2, options.length)])
    sheet.push([`${head}代码`, ...options.map(({ code }) => code)])
  }
  for (const column of columns) {
    const [list, parent] = [column.options, parentOf(column)]
    if (list === undefined || parent === undefined) continue
    for (const { code, name: label } of lists[parent] ?? []) {
      const under = (lists[list] ?? []).filter(({ groups }) => !groups || groups.includes(code))
      const name = `${underOf(list, parent)}${safe(code)}`
      if (under.length === 0 || names.some(([known]) => known === name)) continue
      names.push([name, range('下拉', dependent.length, 2, under.length)])
      dependent.push([label, ...under.map((option) => option.name)])
    }
  }
  return {
    columns: sheet,
    dependent,
    names: names.toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    formulaOf: (column, cellOf) => {
      const { options, dependsOn = '' } = column
      if (options === undefined || (lists[options] ?? []).length === 0) return undefined
      const parent = parentOf(column)
      const cell = cellOf(dependsOn)
      if (parent === undefined || cell === undefined) return namesOf(options)
      return `INDIRECT("${underOf(options, parent)}"&INDEX(${codesOf(parent)},MATCH(${cell},${namesOf(parent)},0)))`
    },
  }
}
