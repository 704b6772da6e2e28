import type { Feature } from '../../engine/feature.ts'
import { countWatched } from '../../engine/person-facts/index.ts'
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
    {
      name: 'watching.days',
      label: '观看时长按天汇总',
      every: 3600,
      run: async () => {
        await countWatched(db)
        return false
      },
    },
  ],
}
