import type { PaperValue } from '../../../catalogue/papers/value.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { gramsOf } from '../publishing/index.ts'
import { putOnShelf, takeFromShelf, type LibraryKind } from '../sharing/index.ts'
import { factsIn, pinnedOf } from './items.ts'
import { twoWayOf } from '../../../catalogue/papers/two-way.ts'
import { difficultyOfRate } from '../../../catalogue/papers/facts.ts'
import { pinsOf } from './write.ts'

/** Papers as the library lists them. */
export const paperKind: LibraryKind = { kind: 'paper', pending: sql`false` }

/** Where papers stand, for the shelf. */
export const paperStandings = sql`
  select id, live_no as version, reach, reach_key, institution_id, district_id, city_id, province_id,
    author_identity, published_at, null::timestamptz as until_at
  from paper`

/** Puts a paper on the shelf as others read it; what nobody else reads leaves it. */
export async function shelve(tx: Tx, id: number): Promise<void> {
  const live = await tx.maybeOne<{ value: PaperValue; author: string }>(sql`
    select v.value, coalesce(p.name, i.name) as author
    from paper q
    join paper_version v on v.paper_id = q.id and v.no = q.live_no
    join institution i on i.id = q.institution_id
    left join identity a on a.id = q.author_identity
    left join person p on p.id = a.person_id
    where q.id = ${id}`)
  if (!live) return takeFromShelf(tx, paperKind.kind, id)
  const { value, author } = live
  const pinned = await pinnedOf(tx, pinsOf(value))
  const all = [...pinned.values()]
  const { rate } = twoWayOf(value, factsIn(pinned))
  await putOnShelf(
    tx,
    {
      kind: paperKind.kind,
      itemId: id,
      title: value.title,
      author,
      stage: value.schoolStage,
      grade: value.grade,
      semester: null,
      subject: value.subject,
      edition: null,
      form: value.examPaperKind,
      difficulty: difficultyOfRate(rate),
      year: Number(value.schoolYear.slice(0, 4)) || null,
      licence: null,
      format: null,
      bytes: null,
      nodes: [...new Set(all.flatMap(({ nodes }) => nodes))],
      points: [...new Set(all.flatMap(({ points }) => points))],
      terms: [...new Set([value.title, value.schoolYear].flatMap(gramsOf))],
    },
    paperStandings,
  )
}
