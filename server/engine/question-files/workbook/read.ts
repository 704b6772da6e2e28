import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { rowsOfWorkbook, WorkbookRefusal } from '../../../platform/workbook/index.ts'
import type { ReadFile, ReadOne } from '../filed.ts'
import { onlyWords, valueOr } from '../rest.ts'
import { answerOfCell, pointsOfCell, richOfCell } from './cells.ts'
import { filing, heads, optionHead, optionLetters } from './columns.ts'

const mostRows = 2_000

/** A row by the heads of its columns. */
interface SheetRow {
  readonly number: number
  readonly cell: (head: string) => string
}

const known = new Set<string>([
  ...Object.values(heads),
  ...optionLetters.map(optionHead),
  ...filing.map(({ head }) => head),
])
/** Heads are the same with other spaces and with the star of required columns. */
const headOf = (text: string): string => {
  const bare = text.replace(/[\s*＊]/g, '')
  return [...known].find((head) => head.replace(/\s/g, '') === bare) ?? text.trim()
}

/** Reads questions from a workbook. Throws a `WorkbookRefusal` for a file that is none. */
export async function questionsOfWorkbook(content: Buffer): Promise<ReadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'questions-'))
  try {
    const path = join(folder, 'file.xlsx')
    await writeFile(path, content)
    return await read(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(path: string): Promise<ReadFile> {
  const questions: ReadOne[] = []
  let columns: string[] | null = null
  let open: SheetRow[] = []
  const end = () => {
    const [first, ...rest] = open
    if (first) questions.push(questionOf([first, ...rest]))
    open = []
  }
  const tray: ReadFile['tray'][number][] = []
  for await (const rows of rowsOfWorkbook(path, { maxRows: mostRows }))
    for (const { number, cells } of rows) {
      const texts = cells.map(({ text, shown }) => (shown ?? text).trim())
      if (columns === null) {
        if (!texts.some((text) => headOf(text) === heads.stem)) continue
        columns = texts.map(headOf)
        tray.push(...strangeOf(columns))
        continue
      }
      const heading = columns
      const row = { number, cell: (head: string) => texts[heading.indexOf(head)] ?? '' }
      const group = row.cell(heads.group)
      const isPart = group !== '' && open[0]?.cell(heads.group) === group
      if (!isPart) end()
      open.push(row)
    }
  end()
  if (columns === null)
    throw new WorkbookRefusal('noSheet', '第一张表里没有“题干”这一列，请用导出的表格作模板')
  return { questions, tray, pictures: [], formulas: 0 }
}

const strangeOf = (columns: readonly string[]): ReadFile['tray'][number][] =>
  columns.flatMap((head) =>
    head === '' || known.has(head) ? [] : [{ text: head, reason: '没有这一列，没有读' }],
  )

function questionOf([first, ...rest]: readonly [SheetRow, ...SheetRow[]]): ReadOne {
  const at = `第 ${first.number} 行`
  const low: string[] = []
  const source = /^(\d{1,9})\.(\d{1,5})$/.exec(first.cell(heads.id))
  const own = oneOf(first, low, rest.length > 0)
  const filed = filing.map(({ head, valueOf }) => valueOf(first.cell(head)))
  for (const found of filed) if ('fault' in found) low.push(`${at}：${String(found['fault'])}`)
  const isMaterial = own['questionKind'] === 'composite'
  const value = {
    licence: source ? null : '2',
    ...own,
    ...Object.assign({}, ...filed.filter((found) => !('fault' in found))),
    ...(isMaterial && { parts: rest.map((row) => oneOf(row, low, false)) }),
  }
  return {
    place: at,
    value: valueOr(onlyWords(first.cell(heads.stem)), value, low, `${at}：`),
    source: source ? { id: Number(source[1]), no: Number(source[2]) } : null,
    low,
    middle: own['answer'] === null && !isMaterial ? ['没有答案'] : [],
  }
}

type Kind = Parameters<typeof answerOfCell>[0]

/** What a row says of a question or a part. */
function oneOf(row: SheetRow, low: string[], hasParts: boolean): Record<string, unknown> {
  const at = `第 ${row.number} 行`
  const options = optionLetters.flatMap((key) => {
    const content = row.cell(optionHead(key))
    const isFixed = row.cell(heads.fixed).includes(key)
    return content === '' ? [] : [{ key, content: richOfCell(content), ...(isFixed && { fixed: true }) }]
  })
  const kind = kindOf(row.cell(heads.kind), options.length > 0, hasParts)
  if (kind === null) low.push(`${at}：没有“${row.cell(heads.kind).slice(0, 20)}”这种结构`)
  const answer = answerOfCell(kind ?? 'essay', row.cell(heads.answer))
  if ('fault' in answer) low.push(`${at}：${answer.fault}`)
  const score = row.cell(heads.score)
  const isScore = score === '' || /^\d{1,3}(?:\.\d)?$/.test(score)
  if (!isScore) low.push(`${at}：分值应为数字，现为“${score.slice(0, 20)}”`)
  return {
    questionKind: kind ?? 'essay',
    stem: richOfCell(row.cell(heads.stem)),
    options,
    answer: 'answer' in answer ? answer.answer : null,
    analysis: richOfCell(row.cell(heads.analysis)),
    scoringPoints: pointsOfCell(row.cell(heads.points)),
    score: score === '' || !isScore ? null : Number(score),
  }
}

const kinds: readonly Kind[] = ['single', 'multiple', 'judge', 'blank', 'essay', 'composite']

/** The structure that a cell names; where it names none, what the row looks like. */
function kindOf(cell: string, hasOptions: boolean, hasParts: boolean): Kind | null {
  if (cell === '') return hasParts ? 'composite' : hasOptions ? 'single' : 'essay'
  const code = codeOf('questionKind', cell)
  return kinds.find((kind) => kind === code) ?? null
}
