import type { Feature, Ground } from '../../engine/feature.ts'
import { reviewList } from './export.ts'
import { myReviewRoutes } from './routes.ts'

export const myReviews: Feature<Pick<Ground, 'engine' | 'actorOn' | 'placeOf'>> = {
  name: 'my-reviews',
  routes: (server, ground) => myReviewRoutes(server, ground),
  exports: (ground) => [reviewList(ground)],
}
