import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnField } from '../../../catalogue/own/body.ts'
import type { Engine } from '../../engine/engine.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

/** A field that an office of the region asks for, with the office. */
export interface OwnAsked {
  readonly type: string
  readonly office: string
  readonly field: OwnField
}

/** A reader at the top of the tree: every own field of the region concerns them. */
const readerAt = (institutionId: number): Actor => ({
  identityId: 0,
  personId: 0,
  role: 6,
  name: '',
  institutionId,
  institution: '',
  teacherId: null,
})

/** The own fields that are filled in today, of every office. */
export async function ownAsked({ db, own }: Engine): Promise<readonly OwnAsked[]> {
  const tops = await db.query<{ id: number }>(
    sql`select id from institution where parent_id is null order by id limit 100`,
  )
  const layers = await Promise.all(tops.map(({ id }) => own.layersFor(readerAt(id))))
  const byNo = new Map(layers.flat().map((layer) => [layer.no, layer]))
  const day = today()
  return [...byNo.values()].flatMap(({ type, office, body }) =>
    body.fields
      .filter(({ ended }) => ended === undefined || ended.from > day)
      .map((field) => ({ type, office: office.name, field })),
  )
}
