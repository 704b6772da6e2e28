import type { Feature } from '../../engine/feature.ts'
import { forgetSessions } from '../../engine/watch/index.ts'
import { watchRoutes, type WatchingNeeds } from './routes.ts'

/** The calls by which lessons of every kind are watched (0205). */
export const watching: Feature<WatchingNeeds> = {
  name: 'watching',
  routes: watchRoutes,
  jobs: ({ db }) => [
    {
      name: 'watching.forget',
      label: '观看明细到期清理',
      every: 86_400,
      run: async () => {
        await forgetSessions(db)
        return false
      },
    },
  ],
}
