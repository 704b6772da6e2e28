import type { Actor } from '../../../catalogue/access/access.ts'
import type { Panel, RecordFigures, RecordsQuery } from '../../../catalogue/contract/analysis/figures.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { placeWithin } from '../../engine/access/index.ts'
import { definitionOf } from '../../engine/engine.ts'
import {
  countByDimension,
  countRecords,
  dimensionsOf,
  type DimensionCount,
} from '../../engine/figures/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { placeIdFor, type StatisticsNeeds } from './reading.ts'

const ownersOf = ({ owner }: AnyRecord) =>
  owner === 'teacher'
    ? ({ label: '人数', words: '涉及的教师' } as const)
    : ({ label: '单位数', words: '涉及的单位' } as const)

/** Keys of fields stand in addresses and need no others than these letters; a value may be any word. */
export const keyOf = (key: string): string => `v${encodeURIComponent(key).replaceAll('%', '_')}`

function panelFor(definition: AnyRecord, dimension: string, counts: readonly DimensionCount[]): Panel {
  const field = definition.fields[dimension]
  const owners = ownersOf(definition)
  const measures = definition.statistics?.measures ?? []
  const columns = [
    { key: 'records', label: '记录数' },
    { key: 'owners', label: owners.label },
    ...measures.map((key) => ({ key, label: definition.fields[key]?.label ?? key })),
  ]
  const label = field?.label ?? dimension
  return {
    key: `${definition.name}.${dimension}`,
    title: `${definition.title}：${label}`,
    form: 'bars',
    unit: '条',
    definition: `现行有效的“${definition.title}”记录按“${label}”统计，${owners.words}各算一次${field?.multiple ? '；一条记录有几个值的，每个值都算' : ''}。`,
    excluded: [],
    rows: counts.map(({ key, label: word }) => ({ key: keyOf(key), label: word })),
    columns,
    cells: counts.flatMap(({ key, records, owners: of, sums }) =>
      [records, of, ...sums].map((value, index) => ({
        row: keyOf(key),
        column: columns[index]?.key ?? '',
        value,
        opens: index < 2 && value > 0,
      })),
    ),
  }
}

/**
 * Records of one type counted by each dimension that its declaration names (catalogue/define: statistics).
 */
export async function recordFiguresOf(
  reading: StatisticsNeeds,
  actor: Actor,
  type: string,
  query: RecordsQuery,
): Promise<RecordFigures> {
  const { engine } = reading
  const definition = definitionOf(engine, type)
  const dimensions = dimensionsOf(definition)
  if (dimensions.length === 0) throw new AppError('missing')
  const place = await placeWithin(engine.db, actor, await placeIdFor(reading, actor, query.institution))
  const { name } = await engine.db.one<{ name: string }>(
    sql`select name from institution where id = ${place.id}`,
  )
  const total = await countRecords(engine, actor, { definition, place })
  const panels: Panel[] = []
  for (const dimension of dimensions)
    panels.push(
      panelFor(
        definition,
        dimension,
        await countByDimension(engine, actor, { definition, place, dimension }),
      ),
    )
  return {
    type,
    title: definition.title,
    place: { id: place.id, name },
    at: new Date().toISOString(),
    demo: reading.demo,
    records: total.records,
    owners: total.owners,
    ownersLabel: ownersOf(definition).label,
    types: Object.values(engine.records).flatMap((one) =>
      dimensionsOf(one).length === 0 ? [] : [{ name: one.name, title: one.title, archive: one.archive }],
    ),
    panels,
  }
}
