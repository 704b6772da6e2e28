import type { Actor, Place } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import { asksOf, concerns, layered, type OwnLayer } from '../../../catalogue/own/layers.ts'
import { provideOwnDicts } from '../../../catalogue/dictionaries/dictionaries.ts'
import { provideOwnTypes } from '../../../catalogue/own/in-force.ts'
import { dictsOf } from '../../../catalogue/own/make-field.ts'
import { typesIn } from '../../../catalogue/own/make-type.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { placeOf, type PlaceRow } from '../access/index.ts'

/**
 * What offices say about the types, as this process knows it (docs/decisions/0223). The shipped declarations
 * of the registry stay those of the program: who asks here gets one with the fields of the offices that
 * concern the reader or the owner, and nobody else's. A region's own types are in the registry themselves
 * (docs/decisions/0276).
 */
export interface OwnDeclarations {
  /**
   * The types of the program and, from the moment when they count, a region's own. One object as long as the
   * process lives: who keeps it, keeps up.
   */
  readonly records: Readonly<Record<string, AnyRecord>>
  /** The layers that concern a reader, of one type or of all. */
  readonly layersFor: (actor: Actor, type?: string) => Promise<readonly ReadLayer[]>
  /** The declaration as this reader knows it. */
  readonly forReader: (actor: Actor, definition: AnyRecord) => Promise<AnyRecord>
  /** The declaration that an owner at this place fills in. */
  readonly forOwner: (definition: AnyRecord, place: Place) => AnyRecord
  /** Reads what was published since; whether anything was. */
  readonly learn: () => Promise<boolean>
}

/** A layer as it concerns a reader: asked of the reader's place, or only seen. */
export interface ReadLayer extends OwnLayer {
  readonly asked: boolean
}

interface Snapshot {
  /** Number of the declarations that count, and the day: either changes what is asked. */
  readonly stamp: string
  readonly day: string
  readonly layers: ReadonlyMap<string, readonly OwnLayer[]>
  /** Declarations already made, by type and layers. */
  readonly made: Map<string, AnyRecord>
  /** Places of the institutions of readers. */
  readonly places: Map<number, Place>
}

const nothing: Snapshot = { stamp: '', day: '', layers: new Map(), made: new Map(), places: new Map() }

interface LayerRow {
  readonly no: number
  readonly type: string
  readonly body: OwnBody
  readonly office: number
  readonly name: string
  readonly path: number[]
}

/** The declarations that count: of each office the last one about each type. */
async function layersIn(db: Queryable): Promise<OwnLayer[]> {
  const rows = await db.query<LayerRow>(sql`
    select d.no::int as no, d.type, d.body, d.office_id as office, i.name,
      array(select distinct x from unnest(array[i.province_id, i.city_id, i.district_id, i.id]) x
        where x is not null) as path
    from (select distinct on (office_id, type) no, office_id, type, body
      from own_declaration
      where counts_from <= now()
      order by office_id, type, no desc) d
    join institution i on i.id = d.office_id and i.closed_on is null`)
  return rows.map(({ no, type, body, office, name, path }) => ({
    no,
    type,
    body,
    office: { id: office, name, path },
  }))
}

async function stampOf(db: Queryable): Promise<{ stamp: string; day: string }> {
  // Counted, because numbers commit out of order.
  const { count, day } = await db.one<{ count: number; day: string }>(sql`
    select count(*)::int as count, (now() at time zone 'Asia/Shanghai')::date::text as day
    from own_declaration
    where counts_from <= now()`)
  return { stamp: `${count} ${day}`, day }
}

async function placeOfInstitution(db: Queryable, id: number): Promise<Place> {
  const row = await db.maybeOne<PlaceRow>(sql`
    select id as institution_id, district_id, city_id, province_id from institution where id = ${id}`)
  return row ? placeOf(row) : { institutionId: id, districtId: null, cityId: null, provinceId: null }
}

/**
 * The declaration with some layers, made once in a snapshot.
 * @param facts the shipped declaration: layers are never laid over one another twice
 */
function withLayers(snapshot: Snapshot, facts: AnyRecord, layers: readonly OwnLayer[], place: Place) {
  if (layers.length === 0) return facts
  const key = `${facts.name} ${layers.map((one) => `${one.no}${asksOf(one, place) ? '!' : ''}`).join()}`
  const known = snapshot.made.get(key)
  if (known) return known
  const made = layered(facts, layers, (one) => asksOf(one, place), snapshot.day)
  snapshot.made.set(key, made)
  return made
}

/** Puts the own types in force into the registry in place of those that were. */
function putTypes(records: Record<string, AnyRecord>, types: Readonly<Record<string, AnyRecord>>): void {
  for (const name of Object.keys(records)) if (isSlot(name) && !types[name]) delete records[name]
  Object.assign(records, types)
  provideOwnTypes(types)
}

/** Opens the declarations of offices over the registry of the program. */
export function openOwn(db: Queryable, registry: Readonly<Record<string, AnyRecord>>): OwnDeclarations {
  let now = nothing
  const records: Record<string, AnyRecord> = { ...registry }
  const placeFor = async ({ places }: Snapshot, { institutionId }: Actor): Promise<Place> => {
    const known = places.get(institutionId) ?? (await placeOfInstitution(db, institutionId))
    places.set(institutionId, known)
    return known
  }
  const factsOf = (definition: AnyRecord): AnyRecord => records[definition.name] ?? definition
  return {
    records,
    layersFor: async (actor, type) => {
      const snapshot = now
      const all =
        type === undefined ? [...snapshot.layers.values()].flat() : (snapshot.layers.get(type) ?? [])
      if (all.length === 0) return []
      const place = await placeFor(snapshot, actor)
      return all.filter((one) => concerns(one, place)).map((one) => ({ ...one, asked: asksOf(one, place) }))
    },
    forReader: async (actor, definition) => {
      if (isSlot(definition.name)) return factsOf(definition)
      const snapshot = now
      const layers = snapshot.layers.get(definition.name) ?? []
      if (layers.length === 0) return definition
      const place = await placeFor(snapshot, actor)
      const mine = layers.filter((one) => concerns(one, place))
      return withLayers(snapshot, factsOf(definition), mine, place)
    },
    forOwner: (definition, place) => {
      if (isSlot(definition.name)) return factsOf(definition)
      const layers = (now.layers.get(definition.name) ?? []).filter((one) => asksOf(one, place))
      return withLayers(now, factsOf(definition), layers, place)
    },
    learn: async () => {
      const { stamp, day } = await stampOf(db)
      if (stamp === now.stamp) return false
      const layers = await layersIn(db)
      provideOwnDicts(dictsOf(layers.map(({ body }) => body)))
      putTypes(records, typesIn(layers, day))
      now = {
        stamp,
        day,
        layers: Map.groupBy(layers, ({ type }) => type),
        made: new Map(),
        places: new Map(),
      }
      return true
    },
  }
}
