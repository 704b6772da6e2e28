import type pg from 'pg'
import { isReach, reachKey, readerKeys } from '../../catalogue/flows/reach.ts'
import { DAY, type Moment } from '../../server/engine/bulk/index.ts'
import { copyItems, type TableOf } from '../../server/platform/db/copy.ts'
import { placeOf } from '../region/institutions.ts'
import type { Teacher } from '../region/people.ts'
import type { Region } from '../region/region.ts'
import { reachOf, type Row } from './tables.ts'

/** A teacher of another school who used a resource. */
interface ResourceUse {
  readonly row: Row
  readonly reader: Teacher
  readonly day: string
  readonly nth: number
}

const useTable = (act: 'view' | 'download'): TableOf<ResourceUse> => ({
  day: (u) => u.day,
  kind: (u) => u.row.type,
  item_id: (u) => u.row.id,
  version: () => 1,
  person_id: (u) => u.reader.personId,
  institution_id: (u) => u.reader.school.id,
  act: () => act,
})
const ratingTable: TableOf<ResourceUse> = {
  kind: (u) => u.row.type,
  item_id: (u) => u.row.id,
  person_id: (u) => u.reader.personId,
  score: (u) => (u.nth % 4 === 0 ? 4 : 5),
}
const favouriteTable: TableOf<ResourceUse> = {
  kind: (u) => u.row.type,
  item_id: (u) => u.row.id,
  person_id: (u) => u.reader.personId,
}

/** Schools whose teachers use what others share; the first ones are of one district. */
const schools = [
  'senior',
  'wildGoose',
  'cloudSail',
  'harbour',
  'junior',
  'tide',
  'greenOcean',
  'clouds',
] as const

/** Who of these schools uses a resource: some of those whom it reaches, never its own school. */
function usesOf(region: Region, row: Row, time: (moment: Moment) => string): ResourceUse[] {
  const reach = reachOf(row)
  const key = isReach(reach) ? reachKey(reach, { ...row.place, institutionId: row.place.id }) : null
  const readers = schools
    .flatMap((school, nth) => region.staff(school).slice(1, 2 + ((row.id + nth) % 3)))
    .filter(({ school }) => {
      const keys = readerKeys({ ...placeOf(school), institutionId: school.id })
      return key !== null && school.id !== row.place.id && keys.includes(key)
    })
  return readers.map((reader, nth) => ({ row, reader, nth, day: time(-(1 + (nth % 20)) * DAY).slice(0, 10) }))
}

/** What teachers of other schools did with the resources: opened, downloaded, rated and kept. */
export async function writeUses(
  client: pg.ClientBase,
  region: Region,
  rows: readonly Row[],
  time: (moment: Moment) => string,
): Promise<void> {
  const uses = rows.filter(({ type }) => type === 'resource').flatMap((row) => usesOf(region, row, time))
  await copyItems(client, 'use_event', useTable('view'), uses)
  const downloads = uses.filter(({ nth }) => nth % 5 !== 4)
  await copyItems(client, 'use_event', useTable('download'), downloads)
  await copyItems(
    client,
    'rating',
    ratingTable,
    downloads.filter(({ nth }) => nth % 2 === 0),
  )
  await copyItems(
    client,
    'favourite',
    favouriteTable,
    downloads.filter(({ nth }) => nth % 3 === 0),
  )
}
