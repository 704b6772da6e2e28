import type { Actor } from '../../../catalogue/access/access.ts'
import type { NearQuestions } from '../../../catalogue/contract/questions.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { compared, nearFrom, prepared } from '../../platform/similarity/index.ts'
import { reaches, standing } from '../sharing/index.ts'
import { writtenBy } from './row.ts'
import { tracesOf } from './versions.ts'

/** Most questions that share keys with one and are compared with it letter by letter. */
const mostCompared = 60
const mostShown = 10

interface Candidate {
  readonly id: number
  readonly value: QuestionValue
  readonly plain: string
  readonly author: string
  readonly isEqual: boolean
  readonly isVariant: boolean
  readonly isReadable: boolean
}

/**
 * Questions of the same subject that are like one: equal, equal but for numbers, near by their words
 * (resources.md, 4.7). Looks at the newest version of what others read or review, and at the actor's own.
 * @param unreadable whether to count those that the actor cannot read: for reviewers, not for authors
 */
export async function nearTo(
  db: Queryable,
  actor: Actor,
  { id, value }: { readonly id: number | null; readonly value: QuestionValue },
  unreadable: boolean,
): Promise<NearQuestions> {
  const traces = tracesOf(value)
  const readable = sql`(${writtenBy(actor)} or exists (
    select 1 from shelf s
    where s.kind = 'question' and s.item_id = q.id and ${standing} and ${reaches(actor)}))`
  const found = await db.query<Candidate>(sql`
    select q.id, v.value, v.plain, coalesce(p.name, i.name) as author,
      v.stem_hash = ${traces.stemHash} as "isEqual", v.variant_hash = ${traces.variantHash} as "isVariant",
      ${readable} as "isReadable"
    from question_version v
    join question q on q.id = v.question_id and q.last_no = v.no
    join institution i on i.id = q.institution_id
    left join identity a on a.id = q.author_identity
    left join person p on p.id = a.person_id
    where (v.stem_hash = ${traces.stemHash} or v.variant_hash = ${traces.variantHash}
        or v.bands && ${traces.bands}::int[])
      and q.id is distinct from ${id}::int and q.state <> 'offline'
      and (q.live_no is not null or q.state = 'inReview' or ${writtenBy(actor)})
      and (q.sealed_by is null or ${writtenBy(actor)})
      and v.value ->> 'subject' is not distinct from ${value.subject}::text
    order by v.stem_hash = ${traces.stemHash} desc, v.variant_hash = ${traces.variantHash} desc, q.id desc
    limit ${mostCompared}`)
  const own = prepared({ title: '', abstract: traces.plain })
  const list = found
    .filter(({ isReadable }) => isReadable || unreadable)
    .flatMap((one) => {
      const likeness = one.isEqual ? 100 : compared(own, prepared({ title: '', abstract: one.plain })).text
      const how = howLike(one, likeness)
      return how === null ? [] : [{ ...shownOf(one), how, likeness }]
    })
    .toSorted((one, other) => other.likeness - one.likeness)
  return { list: list.slice(0, mostShown) }
}

function howLike({ isEqual, isVariant }: Candidate, likeness: number): 'equal' | 'variant' | 'near' | null {
  if (isEqual) return 'equal'
  if (isVariant) return 'variant'
  return likeness >= nearFrom.text ? 'near' : null
}

const shownOf = ({ isReadable, id, value, author }: Candidate) =>
  isReadable ? { id, title: titleOf(value), author } : { id: null, title: null, author: null }
