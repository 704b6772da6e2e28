import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { mayTake } from '../questions/index.ts'
import { factsIn, pinnedOf, type Pin, type PinnedQuestion } from './items.ts'
import { shownQuestions, type ReadingNeeds } from './shown.ts'

const mostKept = 200

/** Puts a question that the actor reads into his basket as it is now, or takes it out; both may be repeated. */
export async function putInBasket(db: Database, actor: Actor, question: number, on: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    if (!on) {
      await tx.execute(
        sql`delete from question_basket where person_id = ${actor.personId} and question_id = ${question}`,
      )
      return
    }
    const live = await tx.maybeOne<Pin>(sql`
      select q.id as question, q.live_no as no from question q where q.id = ${question} and ${mayTake(actor)}`)
    if (!live) throw new AppError('missing')
    const { held } = await tx.one<{ held: number }>(
      sql`select count(*)::int as held from question_basket where person_id = ${actor.personId}`,
    )
    if (held >= mostKept) throw new AppError('wrongState', { message: `试题篮最多放 ${mostKept} 道` })
    await tx.execute(sql`
      insert into question_basket (person_id, question_id, question_no)
      values (${actor.personId}, ${question}, ${live.no})
      on conflict (person_id, question_id) do update set question_no = excluded.question_no`)
  })
}

/** The basket of the actor, what he reads no longer left out. */
export async function basketOf(needs: ReadingNeeds, actor: Actor) {
  const pins = await needs.db.query<Pin>(sql`
    select b.question_id as question, b.question_no as no
    from question_basket b
    join question q on q.id = b.question_id
    where b.person_id = ${actor.personId} and ${mayTake(actor)}
    order by b.at, b.question_id
    limit ${mostKept}`)
  const facts = factsIn(await pinnedOf(needs.db, pins))
  const list = pins.flatMap(({ question, no }): PinnedQuestion[] => {
    const one = facts(question, no)
    return one ? [one] : []
  })
  return { list: await shownQuestions(needs, list) }
}
