import type { HealthState } from '../../../catalogue/contract/administration/apps.ts'
import type { Ground } from '../../engine/feature.ts'
import { outsideOf } from '../../platform/http/outgoing.ts'
import { askOutside } from '../../platform/http/watch-outside.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { addressOf, hostOf } from './address.ts'

/** Milliseconds after which an answer is slow, and after which none is expected any more. */
const [slow, silent] = [2_000, 8_000]
/** Apps that are asked at once. */
const atOnce = 6

interface Row {
  readonly id: string
  readonly domain: string
  readonly entry_path: string
}
interface ProbeOutcome {
  readonly id: string
  readonly state: HealthState
  readonly ms: number | null
}

/**
 * How one app answers. A server that refuses a stranger is up: only its own faults, 5xx, and silence count as
 * down. A name that is not known here says nothing of the app: null, and what was found before stays with its
 * time.
 */
async function look(row: Row, mayReach: (address: string) => boolean): Promise<ProbeOutcome | null> {
  if (hostOf(row) === null) return { id: row.id, state: 'unchecked', ms: null }
  const heard = await askOutside(addressOf(row), { timeout: silent, mayReach })
  if (heard === 'unknown') return null
  if (heard === 'refused') return { id: row.id, state: 'unchecked', ms: null }
  if (heard === 'silent' || heard.status >= 500) return { id: row.id, state: 'down', ms: null }
  return { id: row.id, state: heard.ms > slow ? 'slow' : 'normal', ms: heard.ms }
}

/** Asks every app that is on once a minute and keeps what was found. */
export function watching({
  db,
  config,
}: {
  readonly db: Ground['db']
  readonly config: Pick<Ground['config'], 'outgoingNetworks'>
}): KeptJob {
  const mayReach = outsideOf(config.outgoingNetworks)
  return {
    name: 'apps.health',
    label: '应用可用性检查',
    every: 60,
    run: async (stopping) => {
      const rows = await db.query<Row>(sql`select id, domain, entry_path from app where enabled order by id`)
      for (let from = 0; from < rows.length && !stopping.aborted; from += atOnce) {
        const looked = await Promise.all(rows.slice(from, from + atOnce).map((row) => look(row, mayReach)))
        const found = looked.filter((one) => one !== null)
        await db.execute(sql`
          insert into app_health (app_id, state, ms, at)
          select f.id, f.state, f.ms, now()
          from unnest(${found.map(({ id }) => id)}::text[], ${found.map(({ state }) => state)}::text[],
            ${found.map(({ ms }) => ms)}::int[]) f (id, state, ms)
          on conflict (app_id) do update
          set state = excluded.state, ms = excluded.ms, at = excluded.at,
            since = case when app_health.state = excluded.state then app_health.since else excluded.at end`)
      }
      return false
    },
  }
}
