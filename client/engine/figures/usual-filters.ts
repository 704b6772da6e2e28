import type { FigureTable } from '../../../catalogue/contract/figure-table.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { BarFilter } from '../list/filter-bar.tsx'

/** The places that figures can be asked of: those above, and those in the rows where `rows` are places. */
export function placeFilter(
  { place: { path, name }, table }: Pick<FigureTable, 'place' | 'table'>,
  ofPlaces: boolean,
): BarFilter<'area_code'> {
  const below = ofPlaces ? table.map((row) => ({ name: row.name, areaCode: row.drill })) : []
  const options = [...path.slice(1), ...below].flatMap(({ name: label, areaCode }) =>
    areaCode === null ? [] : [{ value: areaCode, label }],
  )
  return { kind: 'choice', key: 'area_code', label: '地区', hint: path[0]?.name ?? name, options }
}

const codes = (name: 'schoolStage' | 'subject') =>
  dictionary(name).items.map(({ code, label }) => ({ value: code, label }))

/** By what people teach. Read when it is asked: offices change dictionaries. */
export const teachingFilters = (): readonly BarFilter<'stage' | 'subject'>[] => [
  { kind: 'choice', key: 'stage', label: '学段', options: codes('schoolStage') },
  { kind: 'choice', key: 'subject', label: '学科', options: codes('subject') },
]
