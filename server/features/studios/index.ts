import type { Feature, Ground } from '../../engine/feature.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { refreshFaces } from './face.ts'
import { studioList } from './export.ts'
import { studioFaceRoute, studioReading, studioWork } from './routes.ts'
import { quotaRoutes } from './quota.ts'

export { isOfStudios, studioEffects, studiosFollow, type StudioNeeds } from './effects.ts'
export { beginApplication, inviteMembers } from './members.ts'
export { writePlan } from './plan.ts'
export { studioById } from './studio.ts'
export { studioJudges } from './judges.ts'
export { studioSources } from './sources.ts'
export { yearEffects } from './years.ts'

export interface StudiosNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  readonly processing: CaseNeeds
  readonly publishing: PublishingNeeds
}

/** 名师工作室: members, yearly tasks that are counted from facts, and the page that the portal shows (0207). */
export const studios: Feature<StudiosNeeds> = {
  name: 'studios',
  exports: (needs) => [studioList(needs)],
  jobs: ({ publishing }) => [
    {
      name: 'studios.faces',
      label: '工作室主页',
      every: 86_400,
      run: (stopping) => refreshFaces(publishing, stopping),
    },
  ],
  routes: (server, needs) => {
    studioReading(server, needs)
    studioWork(server, needs)
    studioFaceRoute(server, needs)
    quotaRoutes(server, needs)
  },
}
