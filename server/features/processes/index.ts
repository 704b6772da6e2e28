import type { Feature, Ground } from '../../engine/feature.ts'
import { runClock, type CaseNeeds } from '../../engine/processes/index.ts'
import { caseLists } from './export.ts'
import { processRoutes } from './routes.ts'

export { waitingCases } from './counts.ts'
export { ownPartsOf } from './own-parts.ts'
export { waitingCaseSource, waitingPeople } from './waiting.ts'

export interface ProcessNeeds extends Pick<Ground, 'db' | 'engine' | 'actorOn'> {
  readonly processing: CaseNeeds
}

/** The calls of every declared process, and the clock that moves what is due. */
export const processes: Feature<ProcessNeeds> = {
  name: 'processes',
  routes: processRoutes,
  exports: ({ engine }) => caseLists(engine),
  jobs: ({ processing }) => [
    {
      name: 'processes.clock',
      label: '办件时限',
      every: 30,
      run: (stopping) => runClock(processing, stopping),
    },
  ],
}
