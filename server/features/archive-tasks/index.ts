import type { Feature } from '../../engine/feature.ts'
import { countNext } from './count.ts'
import { taskPeopleList } from './export.ts'
import type { TaskNeeds } from './needs.ts'
import { taskRoutes } from './routes.ts'

export { waitingTasks } from './waiting.ts'

/** 采集任务: what offices have completed in the archives by a day (docs/decisions/0250). */
export const archiveTasks: Feature<TaskNeeds> = {
  name: 'archive-tasks',
  routes: taskRoutes,
  exports: ({ db }) => [taskPeopleList(db)],
  jobs: (needs) => [
    { name: 'archiveTasks.count', label: '采集任务进度', every: 30, run: () => countNext(needs) },
  ],
}
