import type { Actor } from '../../../catalogue/access/access.ts'
import {
  frozenRuns,
  runAsk,
  type FrozenRuns,
  type RunAsk,
} from '../../../catalogue/contract/analysis/figures.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { askForRun, makeRun } from '../../engine/figures/index.ts'
import { note } from '../../platform/audit/note.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

const tag = '数据分析'
/** Who may freeze: the administrator, and the province whose figures they are. */
const keepers = [1, 6] as const
/** Most runs that are listed. */
const mostListed = 50

const listed = async ({ db }: Engine): Promise<FrozenRuns> => ({
  list: await db.query<FrozenRuns['list'][number]>(sql`
    select r.on_day as "on", r.version, case r.state when 'asked' then 'waiting' else r.state end as state, r.reason,
      p.name as "askedBy", r.asked_at as "askedAt", r.made_at as "madeAt", r.persons
    from figure_run r
    left join identity a on a.id = r.by_identity
    left join person p on p.id = a.person_id
    order by r.on_day desc, r.version desc
    limit ${mostListed}`),
})

/** A run is asked for: its day must be over, else what is approved later that day would be missing. */
async function ask({ db }: Engine, actor: Actor, { on, reason }: RunAsk): Promise<boolean> {
  if (on >= today()) throw invalid('on', '当天结束以后才能定格')
  await db.transaction(async (tx) => {
    const run = await askForRun(tx, { on, reason, by: actor.identityId })
    if (!run) throw new AppError('wrongState', { message: '这一天的数据正在定格，请等它完成' })
    await note(tx, {
      by: actor.identityId,
      action: 'figures.asked',
      facts: { on, version: run.version, reason },
    })
  })
  return true
}

/** Freezing the figures of a 1 September. */
export function runRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/analysis/runs',
    access: keepers,
    tag,
    summary: '9 月 1 日定格数据的各个版本',
    answer: frozenRuns,
    handle: () => listed(engine),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/analysis/runs',
    access: keepers,
    tag,
    summary: '定格某年 9 月 1 日的数据；已有的另成一个版本',
    body: runAsk,
    answer: frozenRuns,
    handle: async ({ body }, request) => {
      await ask(engine, actorOn(request), body)
      return listed(engine)
    },
  })
}

/** Days after 1 September on which the yearly run is still made by itself; later only when somebody asks. */
const lastDay = '-09-30'

/** Asks for the yearly run once 1 September is over, and makes the runs that wait. */
export const freezing = (engine: Engine, day: () => string = today): KeptJob => ({
  name: 'figures.freezing',
  label: '年度统计存档',
  every: 600,
  run: async (stopping) => {
    const [now, year] = [day(), day().slice(0, 4)]
    const on = `${year}-09-01`
    const isDue = now > on && now <= year + lastDay
    const made = isDue
      ? await engine.db.maybeOne(sql`select 1 from figure_run where on_day = ${on}::date limit 1`)
      : true
    if (!made) await askForRun(engine.db, { on, reason: '每年定格', by: null })
    return makeRun(engine, stopping)
  },
})
