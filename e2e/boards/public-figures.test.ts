import { beforeAll, describe, expect, it } from 'vitest'
import { boardKeys } from '../../catalogue/boards/board.ts'
import { screen, type Screen } from '../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../catalogue/contract/analysis/figures.ts'
import { callerOf, type Caller } from '../tools/api.ts'

/**
 * Cells of a panel in which at least so many people are counted always say something (docs/decisions/0149).
 */
const alwaysTold = 20
const mostFew = 0.03

let city: Caller
beforeAll(async () => void (city = await callerOf('city')))

const read = async (path: string): Promise<Screen> => screen.parse((await city.get(path)).data)
const panelsOf = ({ panels }: Screen): Panel[] => Object.values(panels).flatMap(({ panel }) => panel ?? [])
const peopleOf = ({ numerator, denominator, value }: Panel['cells'][number], unit: string): number =>
  denominator ?? numerator ?? (unit === '人' || unit === '人次' ? (value ?? 0) : 0)

/** The public board beside the same one of the office. */
async function bothOf(board: string) {
  const [inner, everybody] = [
    await read(`/api/v1/screen/${board}`),
    await read(`/api/v1/screen/${board}?audience=public`),
  ]
  return panelsOf(everybody).map((panel) => ({
    panel,
    inner: panelsOf(inner).find(({ key }) => key === panel.key),
  }))
}

describe('the public boards of the demo city', () => {
  it.each(boardKeys)('%s: nothing of twenty people and more is blank', async (board) => {
    for (const { panel, inner } of await bothOf(board))
      for (const cell of panel.cells) {
        const rows = cell.row.split('+')
        const columns = cell.column.split('+')
        const own = inner?.cells.filter((one) => rows.includes(one.row) && columns.includes(one.column)) ?? []
        // The same people stand in each column of a share.
        const perRow = new Map(
          own.map((one) => [
            one.denominator === undefined ? `${one.row}/${one.column}` : one.row,
            peopleOf(one, panel.unit),
          ]),
        )
        const people = [...perRow.values()].reduce((sum, one) => sum + one, 0)
        if (people < alwaysTold) continue
        expect([board, panel.key, cell.row, cell.column, cell.hidden]).toEqual([
          board,
          panel.key,
          cell.row,
          cell.column,
          undefined,
        ])
        if (!cell.few) expect([panel.key, cell.row, cell.value]).not.toEqual([panel.key, cell.row, null])
      }
  })

  it('say <5 in three of a hundred cells at most', async () => {
    const cells = (await Promise.all(boardKeys.map(bothOf))).flat().flatMap(({ panel }) => panel.cells)
    const few = cells.filter((cell) => cell.few)
    console.log(`<5: ${few.length} of ${cells.length} cells; hidden: ${cells.filter((c) => c.hidden).length}`)
    expect(cells.length).toBeGreaterThan(100)
    expect(few.length / cells.length).toBeLessThanOrEqual(mostFew)
  })
})
