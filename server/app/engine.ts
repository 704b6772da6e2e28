import { openReadings } from '../engine/access/index.ts'
import { openOwn } from '../engine/own/index.ts'
import type { Engine } from '../engine/engine.ts'
import { features } from './features.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import { registry } from './records.ts'
import { sortForm } from './sort-form.ts'

/** The engine with the catalogue's registry and the hooks of the features. */
export function buildEngine(db: Database, search: Queryable, keys: Keys, records = registry): Engine {
  const own = openOwn(db, records)
  return {
    records: own.records,
    own,
    db,
    search,
    readings: openReadings(db),
    keys,
    sortForm,
    hooks: hooksOf(),
  }
}

/** The hooks of all features, by record type. Throws where two features have one for the same type. */
function hooksOf(): Engine['hooks'] {
  const found = features.flatMap(({ hooks }) => Object.entries(hooks?.() ?? {}))
  const byType = Object.fromEntries(found)
  if (Object.keys(byType).length < found.length)
    throw new Error('two features have hooks for one record type')
  return byType
}
