import type { Feature, Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import type { FileStores } from '../../platform/storage/file-stores.ts'
import { courseLists } from './exports.ts'
import { learnerRoutes, officeRoutes, writeRoutes } from './routes.ts'

export { courseCompletions, courseTitles } from './completions.ts'
export { learntCourses } from './learnt.ts'
export { requireOwnCourse } from './course.ts'
export { courseLessons } from './source.ts'
export { addLesson } from './write.ts'

export interface CoursesNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  readonly publishing: PublishingNeeds
  readonly fileStores: FileStores
}

/** 教研课程: lessons with recordings and questions, those who learn them, and the hours they get (0206). */
export const courses: Feature<CoursesNeeds> = {
  name: 'courses',
  routes: (server, needs) => {
    officeRoutes(server, needs)
    writeRoutes(server, needs)
    learnerRoutes(server, needs)
  },
  exports: ({ db }) => courseLists(db),
}
