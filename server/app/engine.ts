import { openReadings } from '../engine/access/index.ts'
import type { Engine } from '../engine/engine.ts'
import { teacherHooks } from '../features/teachers/index.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import { registry } from './records.ts'
import { sortForm } from './sort-form.ts'

/** The engine with the catalogue's registry and the hooks of the features. */
export function buildEngine(db: Database, search: Queryable, keys: Keys, records = registry): Engine {
  return {
    records,
    db,
    search,
    readings: openReadings(db),
    keys,
    sortForm,
    hooks: { basicInfo: teacherHooks(sortForm) },
  }
}
