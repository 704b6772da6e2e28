import type { Actor } from '../../../catalogue/access/access.ts'
import type { NearPassage, NearWork, NearWorks } from '../../../catalogue/contract/research/near.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { caseRows, anyCaseOf, readable } from '../../engine/processes/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import {
  bandsOf,
  compared,
  isNear,
  nearFrom,
  prepared,
  sharedPassages,
  type Likeness,
  type Work,
} from '../../platform/similarity/index.ts'
import { workOf } from './works.ts'

/** Works that share most keys are compared, and most of those are shown. */
const most = { candidates: 300, shown: 10, passages: 8 }
/** Characters of context around a shared passage. */
const around = 12

/** Works that share a key with these; read from the index of the keys alone. */
export const candidates = (keys: readonly number[]): Sql => sql`
  select work_id, count(*)::int as shared
  from near_key
  where key = any(${[...keys]}::int[])
  group by work_id
  order by count(*) desc, work_id
  limit ${most.candidates}`

interface FoundWork {
  readonly caseId: string
  readonly type: ProcessName
  readonly title: string
  readonly body: string
  readonly year: number
}

/** A text that is near tells more than any title: many titles are alike. */
const tells = ({ title, text }: Likeness): number => (text >= nearFrom.text ? 1000 + text : title)

/** The works that are near to one, the nearest first. `except`: the case of the work itself. */
export async function nearTo(
  db: Queryable,
  work: Work,
  except: string,
): Promise<readonly (FoundWork & { readonly likeness: Likeness })[]> {
  const keys = [...new Set(bandsOf(work))]
  if (keys.length === 0) return []
  const found = await db.query<FoundWork>(sql`
    select w.case_id as "caseId", w.type, w.title, w.body, w.year
    from (${candidates(keys)}) c join near_work w on w.id = c.work_id
    where w.case_id <> ${except}::uuid`)
  const own = prepared(work)
  return found
    .map((one) => ({ ...one, likeness: compared(own, prepared({ title: one.title, abstract: one.body })) }))
    .filter(({ likeness }) => isNear(likeness))
    .toSorted((a, b) => tells(b.likeness) - tells(a.likeness))
    .slice(0, most.shown)
}

interface CaseStanding {
  readonly id: string
  readonly place: NearWork['place']
  readonly known: boolean
  readonly name: string
  readonly institution: string | null
  readonly own: boolean
}

/** Relation of some cases to another one, and which of them the actor may read. */
const standings = (
  db: Queryable,
  actor: Actor,
  of: { id: string; teacherId: number | null },
  ids: readonly string[],
) =>
  db.query<CaseStanding>(sql`
    select k.id, t.name, i.name as institution, k.teacher_id = ${of.teacherId} as own, ${readable(actor)} as known,
      case when i.id = o.id then 'institution' when i.district_id = o.district_id then 'district'
        when i.city_id = o.city_id then 'city' else 'elsewhere' end as place
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    left join institution i on i.id = k.institution_id
    left join institution o on o.id = (select c.institution_id from ${caseRows} c where c.id = ${of.id}::uuid)
    where k.id = any(${[...ids]}::uuid[])`)

const spanned = (text: string, [from, to]: readonly [number, number]) => ({
  before: text.slice(Math.max(0, from - around), from),
  after: text.slice(to, to + around),
})

function passagesOf(here: string, there: string): NearPassage[] {
  return sharedPassages(here, there)
    .toSorted((a, b) => b.a[1] - b.a[0] - (a.a[1] - a.a[0]))
    .slice(0, most.passages)
    .map(({ a, b }) => ({ words: here.slice(a[0], a[1]), here: spanned(here, a), there: spanned(there, b) }))
}

/**
 * What is like an entry that the actor may read. Of others' entries the actor learns no more than that they
 * are.
 */
export async function nearFor(db: Queryable, actor: Actor, id: string): Promise<NearWorks> {
  const row = await anyCaseOf(db, actor, id)
  const work = workOf(processOf(row.type), row.value)
  if (!work) return { list: [] }
  const found = await nearTo(db, work, id)
  const all = await standings(
    db,
    actor,
    row,
    found.map(({ caseId }) => caseId),
  )
  return {
    list: found.flatMap((one): NearWork[] => {
      const stands = all.find((other) => other.id === one.caseId)
      if (!stands) return []
      const { place, known, name, institution, own } = stands
      return [
        {
          type: one.type,
          year: one.year,
          // Of somebody else's entry only the city is told, within which there are many.
          place: known || place === 'elsewhere' ? place : 'city',
          titleLikeness: one.likeness.title,
          textLikeness: one.likeness.text,
          known: known
            ? {
                id: one.caseId,
                title: one.title,
                name,
                institution,
                own,
                passages: passagesOf(work.abstract, one.body),
              }
            : null,
        },
      ]
    }),
  }
}
