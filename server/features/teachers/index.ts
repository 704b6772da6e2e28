import type { Feature, Ground } from '../../engine/feature.ts'
import { byNumberRoute } from './by-number.ts'
import { oneTeacherRoutes, researcherRoutes } from './fixed.ts'
import { teacherHooks } from './hooks.ts'
import { teacherRoutes } from './routes.ts'
import { titleLevelsJob } from './title-levels.ts'

export const teachers: Feature<Pick<Ground, 'engine' | 'db' | 'keys' | 'actorOn'>> = {
  name: 'teachers',
  routes: (server, { engine, db, keys, actorOn }) => {
    teacherRoutes(server, engine, actorOn)
    researcherRoutes(server, engine, actorOn)
    oneTeacherRoutes(server, engine, actorOn)
    byNumberRoute(server, db, keys, actorOn)
  },
  jobs: ({ db }) => [titleLevelsJob(db)],
  hooks: () => ({ basicInfo: teacherHooks() }),
}
