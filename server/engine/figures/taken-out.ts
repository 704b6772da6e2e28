import type { FigureColumnMeaning } from '../../../catalogue/figures/column.ts'
import { openColumns, rowOfLine, type LineColumn, type OpenedList } from '../exports/index.ts'
import type { Behind, BehindLine, FigureRow } from './rows.ts'

/** A table of figures as a file: a row of everything where there is one, then its rows. */
export function openFigureTable({
  title,
  filters,
  meanings,
  rows,
}: {
  readonly title: string
  readonly filters: string[]
  readonly meanings: readonly Pick<FigureColumnMeaning, 'key' | 'title' | 'unit'>[]
  readonly rows: readonly FigureRow[]
}): OpenedList {
  const all = new Map(rows.map((row) => [row.key, row]))
  const columns: LineColumn<FigureRow>[] = [
    { key: 'name', title: '名称', width: 32, of: ({ name }) => name },
    ...meanings.map(({ key, title: head, unit }) => ({
      key,
      title: unit === '' ? head : `${head}（${unit}）`,
      width: 14,
      kind: key === 'last' ? ('text' as const) : ('number' as const),
      of: ({ cells }: FigureRow) => cells[key] ?? null,
    })),
  ]
  return {
    title,
    columns: openColumns(columns),
    filters,
    order: '页面上的顺序',
    keys: (most) => Promise.resolve([...all.keys()].slice(0, most).map((id) => ({ id, teacher: null }))),
    rows: (keys) =>
      Promise.resolve(
        keys.flatMap(({ id }) => {
          const row = all.get(String(id))
          return row ? [rowOfLine(columns, row)] : []
        }),
      ),
  }
}

/** A list behind a number as a file; its rows are found by their place in it. */
export function openFigureList(behind: Behind, { filters }: { readonly filters: string[] }): OpenedList {
  const { name: who, institution: where, values: heads } = behind.heads
  const columns: LineColumn<BehindLine>[] = [
    { key: 'name', title: who, width: 14, of: ({ name }) => name },
    { key: 'institution', title: where, width: 28, of: ({ institution }) => institution },
    ...heads.map((title, index) => ({
      key: `value${index}`,
      title,
      width: 14,
      of: ({ values }: BehindLine) => values[index] ?? '',
    })),
  ]
  return {
    title: behind.title,
    columns: openColumns(columns),
    filters,
    order: '页面上的顺序',
    keys: async (most) => {
      const { list } = await behind.lines({ from: 0, most })
      return list.map(({ teacherId }, index) => ({ id: index, teacher: teacherId }))
    },
    rows: async (keys) => {
      const first = Number(keys[0]?.id ?? 0)
      const { list } = await behind.lines({ from: first, most: keys.length })
      return list.map((line) => rowOfLine(columns, line))
    },
  }
}
