import type pg from 'pg'
import type { AnyRecord } from '../../catalogue/define.ts'
import type { Owner } from '../../server/engine/engine.ts'
import { sortKey, toStored, type Values } from '../../server/engine/records/index.ts'
import { fieldColumns, snake, tableName } from '../../server/engine/schema/index.ts'
import { copyItems, copyRows, Json, type Cell, type TableOf } from './copy.ts'
import { settleDerived, type DerivedRow } from './derived.ts'
import { instant, type Moment } from './moment.ts'
import type { Desk, Line, Look, Revision, Story } from './story.ts'

/** Every record of the region (or of one batch), by owner. */
export interface Ledger {
  readonly desk: Desk
  /** Begins a record; its id is drawn for the moment it begins. */
  open(type: string, owner: Owner, at: Moment): Story
  /** The records of an owner of one type, in the order in which they began. */
  recordsOf(owner: Owner, type: string): readonly Story[]
  readonly stories: readonly Story[]
  /** Hands out the stories told so far and forgets them. */
  take(): Story[]
}

const none: readonly Story[] = []

export function openLedger(desk: Desk): Ledger {
  const stories: Story[] = []
  const families = new Map<string, Story[]>()
  return {
    desk,
    stories,
    take() {
      families.clear()
      return stories.splice(0)
    },
    recordsOf: (owner, type) => families.get(`${owner.kind}/${owner.id}/${type}`) ?? none,
    open(type, owner, at) {
      const definition = desk.engine.records[type]
      if (!definition) throw new Error(`demo: no record type ${type}`)
      const family = `${owner.kind}/${owner.id}/`
      const siblings = families.get(family + type) ?? []
      families.set(family + type, siblings)
      const story: Story = {
        desk,
        definition,
        owner,
        recordId: desk.newId(at),
        revisions: [],
        lines: [],
        looks: [],
        files: new Set(),
        row: null,
        voidedAt: null,
        kin: (other) => families.get(family + other) ?? none,
      }
      siblings.push(story)
      stories.push(story)
      return story
    },
  }
}

const time = (desk: Desk, moment: Moment | null): Cell =>
  moment === null ? null : instant(desk.anchor, moment)

interface Of<T> {
  readonly story: Story
  readonly item: T
}

const NOTHING = new Json([])

const placeOf: TableOf<Of<unknown>> = {
  institution_id: ({ story }) => story.owner.institutionId,
  district_id: ({ story }) => story.owner.districtId,
  city_id: ({ story }) => story.owner.cityId,
  province_id: ({ story }) => story.owner.provinceId,
}

const sealing = new WeakMap<AnyRecord, readonly string[]>()
const sealed = new WeakMap<Story, Map<string, unknown>>()

/**
 * The stored form. What a record keeps from version to version is sealed once, as the engine carries it over.
 */
function storedOf(story: Story, values: Values): Values {
  const { definition, desk, recordId } = story
  const keys =
    sealing.get(definition) ?? Object.keys(definition.fields).filter((key) => definition.fields[key]?.sealed)
  sealing.set(definition, keys)
  if (keys.length === 0) return values
  const known = sealed.get(story) ?? new Map<string, unknown>()
  sealed.set(story, known)
  const out = { ...values }
  for (const key of keys) {
    const plain = values[key]
    if (plain === null || plain === undefined) continue
    const place = `${key}/${String(plain)}`
    const text = known.get(place) ?? toStored(desk.engine.keys, definition, recordId, { [key]: plain })[key]
    known.set(place, text)
    out[key] = text
  }
  return out
}

function storedValue({ story, item }: Of<Revision>): Json {
  const stored = storedOf(story, item.value)
  return new Json({ ...stored, attachments: item.attachments })
}

const at =
  (
    key:
      | 'holderSince'
      | 'submittedAt'
      | 'decidedAt'
      | 'appliedAt'
      | 'supersededAt'
      | 'replacedAt'
      | 'createdAt'
      | 'updatedAt',
  ) =>
  ({ story, item }: Of<Revision>): Cell =>
    time(story.desk, item[key])

const revisionTable: TableOf<Of<Revision>> = {
  owner_id: ({ story }) => story.owner.id,
  id: ({ item }) => item.id,
  type: ({ story }) => story.definition.name,
  record_id: ({ story }) => story.recordId,
  no: ({ item }) => item.no,
  base_version: ({ item }) => item.baseVersion,
  value: storedValue,
  state: ({ item }) => item.state,
  flow_version: ({ item }) => item.flowVersion,
  route: ({ item }) => item.route && new Json(item.route),
  step: ({ item }) => item.step,
  holder_institution_id: ({ item }) => item.holder?.institutionId ?? null,
  holder_role: ({ item }) => item.holder?.role ?? null,
  holder_since: at('holderSince'),
  return_step: ({ item }) => item.returnStep,
  appealed: ({ item }) => item.appealed,
  not_by: ({ item }) => item.notBy,
  submitted_at: at('submittedAt'),
  submitted_by: ({ item }) => item.submittedBy,
  decided_at: at('decidedAt'),
  applied_version: ({ item }) => item.appliedVersion,
  applied_at: at('appliedAt'),
  superseded_at: at('supersededAt'),
  replaced_at: at('replacedAt'),
  edit_no: ({ item }) => item.editNo,
  previous_id: ({ item }) => item.previousId,
  by_identity: ({ item }) => item.byIdentity,
  changed: ({ item }) => item.changed,
  warnings: ({ item }) => (item.warnings.length === 0 ? NOTHING : new Json(item.warnings)),
  ...placeOf,
  created_at: at('createdAt'),
  updated_at: at('updatedAt'),
}

const eventTable: TableOf<Of<Line>> = {
  owner_id: ({ story }) => story.owner.id,
  id: ({ item }) => item.id,
  revision_id: ({ item }) => item.revisionId,
  record_id: ({ story }) => story.recordId,
  at: ({ story, item }) => time(story.desk, item.at),
  by_identity: ({ item }) => item.by.identityId,
  action: ({ item }) => item.action,
  step: ({ item }) => item.step,
  level: ({ item }) => item.level,
  reason: ({ item }) => item.reason,
  fields: ({ item }) => (item.fields.length === 0 ? NOTHING : new Json(item.fields)),
  institution_id: ({ item }) => item.by.institutionId,
  waited_seconds: ({ item }) => item.waitedSeconds,
}

const lookTable: TableOf<Of<Look>> = {
  owner_id: ({ story }) => story.owner.id,
  record_id: ({ story }) => story.recordId,
  identity_id: ({ item }) => item.identityId,
  revision_id: ({ item }) => item.revisionId,
  at: ({ story, item }) => time(story.desk, item.at),
}

const useTable: TableOf<Of<string>> = {
  file_id: ({ item }) => item,
  owner_id: ({ story }) => story.owner.id,
  record_id: ({ story }) => story.recordId,
  type: ({ story }) => story.definition.name,
}

const metaTable: TableOf<{ story: Story; row: NonNullable<Story['row']> }> = {
  owner_id: ({ story }) => story.owner.id,
  id: ({ story }) => story.recordId,
  version: ({ row }) => row.version,
  institution_id: ({ story }) => story.owner.institutionId,
  district_id: ({ story }) => story.owner.districtId,
  city_id: ({ story }) => story.owner.cityId,
  province_id: ({ story }) => story.owner.provinceId,
  recorded_by: ({ row }) => row.recordedBy,
  sort_key: ({ story, row }) => sortKey(story.desk.engine, story.definition, row.values),
  applied_at: ({ story, row }) => time(story.desk, row.appliedAt),
  voided_at: ({ story }) => time(story.desk, story.voidedAt),
  attachments: ({ row }) => row.attachments,
}

/**
 * The rows in force of one owner with everything they derive, by record; a voided row keeps what it last had.
 */
function rowsWithDerived(family: readonly Story[]): Map<Story, Values> {
  const found = new Map<Story, Values>()
  const rowOf = (story: Story): DerivedRow => {
    const values = { ...story.row?.values }
    found.set(story, values)
    return { definition: story.definition, id: story.recordId, values }
  }
  const [first] = family
  if (!first) return found
  const { engine } = first.desk
  const inForce = family.filter((story) => story.row && story.voidedAt === null).map(rowOf)
  settleDerived(engine, inForce)
  // Nothing reads a voided row any more, so it may be worked out as if it alone had come back.
  for (const story of family)
    if (story.row && story.voidedAt !== null) settleDerived(engine, [...copies(inForce), rowOf(story)])
  return found
}

const copies = (rows: readonly DerivedRow[]): DerivedRow[] =>
  rows.map((row) => ({ ...row, values: { ...row.values } }))

function* typedRows(
  definition: AnyRecord,
  stories: readonly Story[],
  derived: (story: Story) => Values,
): Generator<Cell[]> {
  const meta = Object.values(metaTable)
  const keys = Object.keys(definition.fields)
  for (const story of stories) {
    const { row } = story
    if (!row) continue
    const stored = storedOf(story, derived(story))
    yield [...meta.map((read) => read({ story, row })), ...keys.map((key) => (stored[key] ?? null) as Cell)]
  }
}

/** Writes everything a ledger holds: typed rows, revisions, timeline, looks, uses of files. */
export async function writeLedger(
  client: pg.ClientBase,
  ledger: Pick<Ledger, 'desk' | 'stories'>,
): Promise<void> {
  const { desk, stories } = ledger
  const families = new Map<string, Story[]>()
  const byType = new Map<AnyRecord, Story[]>()
  const put = <K>(map: Map<K, Story[]>, key: K, story: Story) => {
    const list = map.get(key)
    if (list) list.push(story)
    else map.set(key, [story])
  }
  for (const story of stories) {
    put(families, `${story.owner.kind}/${story.owner.id}`, story)
    put(byType, story.definition, story)
  }
  const derived = new Map<Story, Values>()
  for (const family of families.values())
    for (const [story, values] of rowsWithDerived(family)) derived.set(story, values)
  for (const definition of Object.values(desk.engine.records)) {
    const columns = [...Object.keys(metaTable), ...Object.keys(definition.fields).map(snake)]
    const known = fieldColumns(definition)
    if (columns.length !== Object.keys(metaTable).length + Object.keys(known).length)
      throw new Error('demo: columns')
    const rows = typedRows(definition, byType.get(definition) ?? [], (story) => derived.get(story) ?? {})
    await copyRows(client, tableName(definition.name), columns, rows)
  }
  const each = <T>(list: (story: Story) => Iterable<T>) =>
    stories.flatMap((story) => [...list(story)].map((item) => ({ story, item })))
  await copyItems(
    client,
    'revision',
    revisionTable,
    each((s) => s.revisions),
  )
  await copyItems(
    client,
    'revision_event',
    eventTable,
    each((s) => s.lines),
  )
  await copyItems(
    client,
    'revision_look',
    lookTable,
    each((s) => s.looks),
  )
  await copyItems(
    client,
    'file_use',
    useTable,
    each((s) => s.files),
  )
}
