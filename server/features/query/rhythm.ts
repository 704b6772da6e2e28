import type { Rhythm } from '../../../catalogue/contract/analysis/query.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { readQuery } from '../../../catalogue/query/query.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { lastDay } from '../../engine/ways/index.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { linkTo, type QueryNeeds } from './options.ts'
import { asking, countOf } from './search.ts'

/** The hour of the day at which queries run by themselves, in Asia/Shanghai. */
const hour = '08:00'

const here = sql`(now() at time zone 'Asia/Shanghai')`

/** The first day of the rhythm after today, moved on to a working day. */
export function nextRun(rhythm: Rhythm): Sql {
  const first =
    rhythm === 'monthly'
      ? sql`(date_trunc('month', ${here}) + interval '1 month')`
      : sql`(date_trunc('week', ${here}) + interval '7 days')`
  return lastDay(sql`((${first} - interval '1 day') at time zone 'Asia/Shanghai')`, sql`1`)
}

interface Due {
  readonly id: number
  readonly name: string
  readonly identity_id: number
  readonly rhythm: Rhythm
  readonly found: number | null
  readonly query: unknown
}

const next = ({ db }: QueryNeeds) =>
  db.maybeOne<Due>(sql`
    select q.id, q.name, q.identity_id, q.rhythm, q.found, v.query
    from custom_query q join custom_query_version v on v.query_id = q.id and v.no = q.version
    where q.withdrawn_at is null and q.rhythm is not null and q.next_on + ${hour}::time <= ${here}
    order by q.next_on, q.id
    limit 1`)

const difference = (now: number, before: number | null): string => {
  if (before === null || before === now) return before === now ? '，与上次相同' : ''
  return now > before ? `，比上次多 ${now - before} 人` : `，比上次少 ${before - now} 人`
}

/** Present count of a kept query for its keeper, or the reason why it cannot run any more. */
async function outcome(o: QueryNeeds, due: Due): Promise<{ found: number | null; says: string }> {
  const keeper = await actorOfIdentity(o.db, due.identity_id)
  if (!keeper?.enabled) return { found: null, says: '' }
  try {
    const found = await countOf(await asking(o, keeper.actor, readQuery(due.query)))
    return { found, says: `现有 ${found} 人${difference(found, due.found)}` }
  } catch (error) {
    // The portal is not ready to answer yet: the next run of the job asks again.
    if (error instanceof AppError && error.code !== 'unavailable')
      return { found: null, says: `没有运行成功：${error.message}` }
    throw error
  }
}

/**
 * Runs one query that is due. The next day is set in the transaction of the message: one message for one day.
 */
async function runOne(o: QueryNeeds, due: Due): Promise<void> {
  const { found, says } = await outcome(o, due)
  await o.db.transaction(async (tx) => {
    const isOurs = await tx.execute(sql`
      update custom_query q
      set next_on = ${nextRun(due.rhythm)}, found = coalesce(${found}::int, found)
      where q.id = ${due.id} and q.rhythm = ${due.rhythm} and q.next_on + ${hour}::time <= ${here}`)
    if (isOurs === 0 || says === '') return
    await o.notify(tx, {
      to: { identity: due.identity_id },
      kind: '1',
      title: `定时查询“${due.name}”：${says}`,
      content: '按您保存的最新一版，在您的范围内计算。点开可以看名单。',
      link: linkTo(due.id),
      exceptPerson: 0,
    })
  })
}

/** Runs what is due, one after another. */
export const running = (o: QueryNeeds): KeptJob => ({
  name: 'queries.run',
  label: '定时查询',
  every: 60,
  run: async () => {
    const due = await next(o)
    if (!due) return false
    await runOne(o, due)
    return true
  },
})
