import type { Actor } from '../../../catalogue/access/access.ts'
import type { RecordsBehind, RecordsBehindQuery } from '../../../catalogue/contract/analysis/figures.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { placeWithin, scopeCondition } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { cellOf } from '../../engine/exports/index.ts'
import {
  countByDimension,
  dimensionsOf,
  ownersBehind,
  recordsBehind,
  type ValueAsked,
} from '../../engine/figures/index.ts'
import { effectiveByKeys } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { placeIdFor, type StatisticsNeeds } from './reading.ts'
import { keyOf } from './records.ts'

/** Fields of the list of a type that everybody who reads figures sees in full, and that name nothing else. */
const shownFields = ({ fields, pages }: AnyRecord): (readonly [string, Field])[] =>
  pages.list.columns.flatMap((key) => {
    const field = fields[key]
    if (!field || field.masked || field.sealed) return []
    const { block, names } = kindOf(field)
    return block || names === 'teacher' || names === 'institution' || names === 'record' || names === 'file'
      ? []
      : [[key, field] as const]
  })

const nothingNamed = {
  records: {},
  teachers: new Map<number, string>(),
  institutions: new Map<number, string>(),
}

interface BehindRequest {
  readonly asked: ValueAsked
  readonly label: string
}

/** What a cell asks; a panel or row that is not there is refused in words. */
async function wantedOf(
  reading: StatisticsNeeds,
  actor: Actor,
  definition: AnyRecord,
  { institution, panel, row }: RecordsBehindQuery,
): Promise<BehindRequest> {
  const { engine } = reading
  const dimension = dimensionsOf(definition).find((key) => `${definition.name}.${key}` === panel)
  if (dimension === undefined) throw invalid('panel', '该类记录无此统计')
  const place = await placeWithin(engine.db, actor, await placeIdFor(reading, actor, institution))
  const counts = await countByDimension(engine, actor, { definition, place, dimension })
  const found = counts.find(({ key }) => keyOf(key) === row)
  if (!found) throw invalid('row', '这一格没有可以查看的名单')
  return { asked: { definition, place, dimension, key: found.key }, label: found.label }
}

type Lines = Pick<RecordsBehind, 'list' | 'columns'>

async function recordLines(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  ids: readonly string[],
): Promise<Lines> {
  const fields = shownFields(definition)
  const rows = await effectiveByKeys({ engine, actor, definition }, ids, false)
  return {
    columns: fields.map(([, field]) => field.label),
    list: rows.map(({ id, ownerId, ownerName, institutionName, values, masked }) => ({
      id,
      ownerId,
      owner: ownerName,
      institution: institutionName,
      values: fields.map(([key, field]) =>
        String(cellOf(field, values[key], masked.includes(key), nothingNamed) ?? ''),
      ),
    })),
  }
}

interface Owner {
  readonly id: number
  readonly name: string
  readonly institution: string
}

async function ownersNamed(engine: Engine, actor: Actor, { owner }: AnyRecord, ids: readonly number[]) {
  const list = sql`${[...ids]}::int[]`
  const rows = await engine.db.query<Owner>(
    owner === 'teacher'
      ? sql`
        select t.id, t.name, coalesce(i.name, '') as institution
        from teacher t left join institution i on i.id = t.institution_id
        where t.id = any(${list}) and ${scopeCondition(actor, 't', 'id')}`
      : sql`
        select i.id, i.name, coalesce(p.name, '') as institution
        from institution i left join institution p on p.id = i.parent_id
        where i.id = any(${list})`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function ownerLines(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  owners: readonly { readonly ownerId: number; readonly records: number }[],
): Promise<Lines> {
  const named = await ownersNamed(
    engine,
    actor,
    definition,
    owners.map(({ ownerId }) => ownerId),
  )
  return {
    columns: ['记录数'],
    list: owners.map(({ ownerId, records }) => ({
      id: String(ownerId),
      ownerId,
      owner: named.get(ownerId)?.name ?? '',
      institution: named.get(ownerId)?.institution ?? '',
      values: [String(records)],
    })),
  }
}

/** One page of the records behind a figure, or of their owners; the total is the figure. */
export async function recordsBehindCell(
  reading: StatisticsNeeds,
  actor: Actor,
  type: string,
  query: RecordsBehindQuery,
): Promise<RecordsBehind> {
  const { engine } = reading
  const definition = definitionOf(engine, type)
  const { asked, label } = await wantedOf(reading, actor, definition, query)
  const { page, pageSize, column } = query
  const part = { most: pageSize, skip: (page - 1) * pageSize }
  const field = definition.fields[asked.dimension]
  const teachers = definition.owner === 'teacher'
  const about = {
    page,
    pageSize,
    teachers,
    title: `${definition.title}：${field?.label ?? asked.dimension}为${label}`,
  }
  if (column === 'owners') {
    const { total, list } = await ownersBehind(engine, actor, asked, part)
    const lines = await ownerLines(engine, actor, definition, list)
    await noteRead(reading, actor, definition, lines)
    return Object.assign(about, lines, { total, unit: teachers ? '人' : '个单位' })
  }
  const { total, list } = await recordsBehind(engine, actor, asked, part)
  const lines = await recordLines(engine, actor, definition, list)
  await noteRead(reading, actor, definition, lines)
  return Object.assign(about, lines, { total, unit: '条' })
}

/** Whose records were read stands in the record of readings. */
async function noteRead(
  { engine }: StatisticsNeeds,
  actor: Actor,
  { owner }: AnyRecord,
  { list }: Lines,
): Promise<void> {
  if (owner !== 'teacher') return
  await engine.readings.note(actor, { kind: 'roster' }, [...new Set(list.map(({ ownerId }) => ownerId))])
}
