import type { Feature, Ground } from '../../engine/feature.ts'
import { sql } from '../../platform/db/sql.ts'
import { logCalls } from './admit.ts'
import { tokenRoutes } from './routes.ts'

export { admitBy, secretIn, type Admit } from './admit.ts'

/** Days for which calls are kept. */
const keptDays = 180

/** Tokens with which the region's own programs read the portal. */
export const apiTokens: Feature<Pick<Ground, 'db' | 'keys' | 'actorOn'>> = {
  name: 'api-tokens',
  routes: (server, { db, keys, actorOn }) => {
    logCalls(server, db)
    tokenRoutes(server, { db, keys }, actorOn)
  },
  jobs: ({ db }) => [
    {
      name: 'api-tokens.sweep',
      label: '访问令牌记录清理',
      every: 3600,
      run: async () => {
        await db.execute(sql`delete from api_minute where minute < now() - interval '1 hour'`)
        const gone = await db.execute(sql`
          delete from api_call
          where id in (select id from api_call where at < now() - make_interval(days => ${keptDays}) limit 5000)`)
        return gone === 5000
      },
    },
  ],
}
