import { resolve } from 'node:path'
import { recordLists } from '../../engine/exports/index.ts'
import { testKeys, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { fileStore } from '../../platform/storage/file-store.ts'
import { notify } from '../messages/index.ts'
import { rollList } from '../roll/export.ts'
import type { ExportNeeds } from './options.ts'

/** What the feature works with, for the test region. */
export const exportingOf = ({ db, engine, folder }: Region): ExportNeeds => ({
  db,
  engine,
  keys: testKeys,
  log: createLog('silent'),
  notify,
  exportLists: () => [...recordLists(engine), rollList(engine)],
  exportStore: fileStore(resolve(folder, 'exports')),
  fileStores: { files: fileStore(resolve(folder, 'files')) },
})

/** Fills the school of the test region with so many more teachers. */
export async function addTeachers({ db, places }: Region, many: number): Promise<void> {
  await db.execute(sql`insert into person (name) select '某' || n from generate_series(1, ${many}) n`)
  await db.execute(sql`
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
    select p.id, p.name, 'mou ' || lpad(p.id::text, 8, '0'), i.id, i.district_id, i.city_id, i.province_id
    from person p, institution i
    where p.name like '某%' and i.id = ${places.school}`)
}
