import { confirmingFrom } from '../../../catalogue/access/confirmation.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Actor, Ask, Engine } from '../engine.ts'
import {
  effectiveByKeys,
  effectiveKeys,
  filesIn,
  type ListedRecord,
  readListQuery,
  referencesOf,
  type ListQuery,
} from '../records/index.ts'
import { cellOf, fieldColumn, institutionsNamed, numbersIn, teachersNamed } from './cells.ts'
import { sql } from '../../platform/db/sql.ts'
import type {
  ExportColumn,
  ExportFile,
  ExportKey,
  ExportList,
  ExportRow,
  OpenedList,
  RowsWanted,
} from './list.ts'
import { filterWords, orderWords, placeWords } from './words.ts'

const officers = [3, 4, 5, 6] as const

/** Columns that lists of records show beside the fields, named as in client/engine/list/columns. */
const around = {
  $owner: { title: '教师', of: (row: ListedRecord) => row.ownerName },
  $institution: { title: '单位', of: (row: ListedRecord) => row.institutionName },
  $state: { title: '状态', of: (row: ListedRecord) => (row.unconfirmed ? '待确认' : stateLabel('approved')) },
} as const
const isAround = (key: string): key is keyof typeof around => Object.hasOwn(around, key)

/** Fields that a list can show; a text over several lines or a table of its own is no column there. */
const shownFields = ({ fields, pages }: AnyRecord) =>
  Object.entries(fields).filter(([key, field]) => pages.list.columns.includes(key) || !kindOf(field).block)

function columnsOf(actor: Actor, definition: AnyRecord): ExportColumn[] {
  const confirms = confirmingFrom(definition.name) !== null
  const beside = Object.entries(around).map(([key, { title }]) => ({
    key,
    title: key === '$owner' && definition.owner === 'institution' ? '机构' : title,
    kind: 'text' as const,
    width: key === '$institution' ? 28 : 12,
    seen: 'open' as const,
  }))
  return [
    ...beside,
    ...shownFields(definition).map(([key, field]) => fieldColumn(actor, key, field, confirms)),
  ]
}

async function rowsOf(ask: Ask, keys: readonly ExportKey[], wanted: RowsWanted): Promise<ExportRow[]> {
  const { engine, actor, definition } = ask
  const rows = await effectiveByKeys(
    ask,
    keys.map(({ id }) => String(id)),
    wanted.full,
  )
  const chosen = shownFields(definition).filter(([key]) => wanted.columns.includes(key))
  const values = rows.map((row) => row.values)
  const numbers = (what: 'teacher' | 'institution') => numbersIn(chosen, values, what)
  const [records, teachers, institutions] = await Promise.all([
    referencesOf(engine, actor, definition, values),
    teachersNamed(engine.db, actor, numbers('teacher')),
    institutionsNamed(engine.db, actor, numbers('institution')),
  ])
  const named = { records, teachers, institutions }
  const people = (row: ListedRecord) =>
    numbersIn(chosen, [row.values], 'teacher').filter((id) => teachers.has(id))
  return rows.map((row) => ({
    named: people(row),
    cells: Object.fromEntries([
      ...wanted.columns.filter(isAround).map((key) => [key, around[key].of(row)] as const),
      ...chosen.map(
        ([key, field]) => [key, cellOf(field, row.values[key], row.masked.includes(key), named)] as const,
      ),
    ]),
  }))
}

/** Rows whose files are read by one statement. */
const batch = 200

/** The evidence of a row, and the files in fields that nobody is shown masked. */
const filesOfRow = (definition: AnyRecord, { values, masked, attachments }: ListedRecord): string[] =>
  filesIn(
    definition,
    Object.fromEntries(Object.entries(values).filter(([key]) => !masked.includes(key))),
    attachments,
  )

/** The files of these rows, in their order: what the reader sees of each record now. */
async function filesOf(ask: Ask, keys: readonly ExportKey[]): Promise<ExportFile[]> {
  const found: ExportFile[] = []
  for (let at = 0; at < keys.length; at += batch) {
    const part = keys.slice(at, at + batch)
    const rows = await effectiveByKeys(
      ask,
      part.map(({ id }) => String(id)),
      false,
    )
    const held = new Map(rows.map((row) => [row.id, filesOfRow(ask.definition, row)]))
    const stored = await ask.engine.db.query<StoredFile>(sql`
      select id, name, bytes::float8 as bytes, storage_key as "storageKey" from file
      where id = any(${[...held.values()].flat()}::uuid[])`)
    const byId = new Map(stored.map((one) => [one.id, one]))
    const places = new Map(part.map(({ id }, index) => [String(id), at + index + 1]))
    for (const { id, ownerName, institutionName } of rows)
      for (const file of held.get(id) ?? []) {
        const one = byId.get(file)
        const row = places.get(id)
        if (one && row !== undefined) found.push({ office: institutionName, person: ownerName, row, ...one })
      }
  }
  return found
}

interface StoredFile extends Pick<ExportFile, 'name' | 'bytes' | 'storageKey'> {
  readonly id: string
}

async function filtersOf(engine: Engine, query: ListQuery): Promise<string[]> {
  return [
    ...(query.q === null ? [] : [`关键词：${query.q}`]),
    ...(await placeWords(engine.db, query.institutionId)),
    ...(query.ownerId === null ? [] : ['只看一个人或一个单位']),
    ...query.filters.map(filterWords),
  ]
}

async function open(ask: Ask, asked: Readonly<Record<string, string>>): Promise<OpenedList> {
  const { engine, actor, definition } = ask
  const query = readListQuery(definition, asked)
  if (query.queue !== null && query.queue !== 'done')
    throw invalid('query', '该列表中是尚未审核完的内容，不能导出')
  return {
    title: definition.title,
    columns: columnsOf(actor, definition),
    filters: await filtersOf(engine, query),
    order: orderWords(definition, query),
    keys: async (most) =>
      (await effectiveKeys(ask, query, most)).map(({ id, ownerId }) => ({
        id,
        teacher: definition.owner === 'teacher' ? ownerId : null,
      })),
    rows: (keys, wanted) => rowsOf(ask, keys, wanted),
    ...(definition.attachments && { files: (keys: readonly ExportKey[]) => filesOf(ask, keys) }),
  }
}

/** The records in force of each type, as lists of which people may take out what they see. */
export const recordLists = (engine: Engine): ExportList[] =>
  Object.values(engine.records).map((definition) => ({
    name: `records/${definition.name}`,
    roles: officers,
    open: async (actor, query) =>
      open({ engine, actor, definition: await engine.own.forReader(actor, definition) }, query),
  }))
