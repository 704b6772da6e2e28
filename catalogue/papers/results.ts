/** An item of a use as its results are read: full score in tenths, and the letters of the key where it has some. */
export interface UsedItem {
  readonly number: number
  readonly full: number
  readonly key: string | null
}

export interface ResultFault {
  /** Places of row and item, from 0. */
  readonly row: number
  readonly item: number
  readonly message: string
}

export interface JudgedResults {
  /** Scores in tenths, a list a pupil. */
  readonly rows: readonly (readonly number[])[]
  readonly absent: number
  readonly faults: readonly ResultFault[]
}

/** Most pupils of one use: a grade sits one paper in several uses. */
export const mostPupils = 500

const absence = /^(?:缺考?|缺席|未考)$/
const letters = /^[A-H]+$/

/** The score of a cell in tenths, or what is wrong with it. */
function scoreOfCell(cell: string, { number, full, key }: UsedItem): number | string {
  const text = cell.normalize('NFKC').trim().toUpperCase()
  if (text === '') return `第 ${number} 题没有填；没有作答写 0，缺考写“缺考”`
  if (letters.test(text)) {
    if (key === null) return `第 ${number} 题不是选择题，请填得分`
    return [...new Set(text)].toSorted().join('') === key ? full : 0
  }
  const score = /^\d{1,3}(?:\.\d)?$/.test(text) ? Math.round(Number(text) * 10) : null
  if (score === null) return `第 ${number} 题应为得分（最多一位小数）或选项字母`
  return score > full ? `第 ${number} 题满分 ${full / 10} 分，填了 ${score / 10} 分` : score
}

/**
 * Reads the cells of results: a row a pupil, a cell an item. A row that says 缺考 is left out and counted;
 * absent is not zero (resources.md, 6.7).
 */
export function judgeResults(
  items: readonly UsedItem[],
  cells: readonly (readonly string[])[],
): JudgedResults {
  const rows: number[][] = []
  const faults: ResultFault[] = []
  let absent = 0
  cells.forEach((line, row) => {
    if (line.some((cell) => absence.test(cell.trim()))) {
      absent += 1
      return
    }
    const read = items.map((item, at) => scoreOfCell(line[at] ?? '', item))
    read.forEach((one, item) => {
      if (typeof one === 'string') faults.push({ row, item, message: one })
    })
    rows.push(read.map((one) => (typeof one === 'number' ? one : 0)))
  })
  return { rows, absent, faults }
}

export interface TypedResults {
  /** Cells by row and item. */
  readonly cells: readonly (readonly string[])[]
  /** Heads of columns that were not read: names, numbers, totals. */
  readonly dropped: readonly string[]
  /** Numbers of items that no column has. */
  readonly missing: readonly number[]
}

const numberIn = (head: string): number | null => {
  const found = /^(?:第)?(\d{1,3})(?:题|[.．、])?(?:[（(].*)?$/.exec(head.normalize('NFKC').trim())
  return found ? Number(found[1]) : null
}

/**
 * Reads a table as a spreadsheet puts it on the clipboard: the first line names the items (1, 第1题); all
 * other columns are left out, so that names and numbers of pupils never leave the computer.
 */
export function readResults(text: string, items: readonly Pick<UsedItem, 'number'>[]): TypedResults {
  const [heads = [], ...lines] = text
    .split(/\r?\n/)
    .map((line) => line.split(line.includes('\t') ? '\t' : /[,，]/).map((cell) => cell.trim()))
    .filter((line) => line.some((cell) => cell !== ''))
  const places = items.map(({ number }) => heads.findIndex((head) => numberIn(head) === number))
  const isAbsent = (line: readonly string[]) => line.some((cell) => absence.test(cell))
  return {
    cells: lines.map((line) =>
      isAbsent(line) ? items.map(() => '缺考') : places.map((place) => line[place] ?? ''),
    ),
    dropped: heads.filter((head, at) => head !== '' && !places.includes(at)),
    missing: items.flatMap(({ number }, at) => ((places[at] ?? -1) < 0 ? [number] : [])),
  }
}
