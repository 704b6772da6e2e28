import type { OwnRecord } from '../../../catalogue/contract/teaching/activities.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { activityRoutes, leadRoutes, ownRoutes, peopleRoutes } from './activity-routes.ts'
import { faceRoutes } from './face.ts'
import { lessonRoutes } from './lesson-routes.ts'
import { researcherRoutes } from './researchers.ts'
import { rubricRoutes } from './rubrics.ts'

export { archiveEffect } from './archiving.ts'
export {
  activityPlaces,
  isActivity,
  isPlace,
  placeEffects,
  placeJudges,
  placesFollow,
  type ActivityNeeds,
} from './places.ts'
export { standingsOf } from './standings.ts'
export { activitySittings } from './sitting-owner.ts'

export interface TeachingNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  readonly processing: CaseNeeds
  readonly publishing: PublishingNeeds
  /** Courses that a teacher learns, from the feature that keeps them. */
  readonly learntCourses: (teacherId: number) => Promise<OwnRecord['courses']>
}

/** 教研: activities with sittings, places and archiving, and lessons that are observed in them (0198, 0199). */
export const teaching: Feature<TeachingNeeds> = {
  name: 'teaching',
  routes: (server, needs) => {
    activityRoutes(server, needs)
    peopleRoutes(server, needs)
    ownRoutes(server, needs)
    leadRoutes(server, needs)
    lessonRoutes(server, needs)
    faceRoutes(server, needs)
    researcherRoutes(server, needs)
    rubricRoutes(server, needs)
  },
}
