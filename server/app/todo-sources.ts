import type { TodoSource } from '../engine/waiting/index.ts'
import { waitingForOwner, waitingReviews } from '../engine/flows/index.ts'
import { waitingPapers } from '../engine/papers/index.ts'
import { waitingForReview } from '../engine/publishing/index.ts'
import { waitingQuestions } from '../engine/questions/index.ts'
import { waitingAfter } from '../features/after-rules/index.ts'
import { waitingTasks } from '../features/archive-tasks/index.ts'
import { waitingAppRequests } from '../features/apps/index.ts'
import { waitingReadings } from '../features/contents/index.ts'
import { correctionSources } from '../features/corrections/index.ts'
import { waitingPackets } from '../features/expert-review/index.ts'
import { waitingExports } from '../features/exports/index.ts'
import { waitingFeedback } from '../features/feedback/index.ts'
import { notify, placeOf, waitingMessages } from '../features/messages/index.ts'
import { waitingCaseSource, waitingPeople } from '../features/processes/index.ts'
import { waitingPairs } from '../features/support/index.ts'
import { waitingRequests } from '../features/users/index.ts'
import { processingOf } from './processing.ts'
import type { SharedParts } from './shared.ts'

/** What the sources of to-dos are made of. */
interface Parts extends Pick<SharedParts, 'db' | 'engine' | 'publishing'> {
  readonly config: Pick<SharedParts['config'], 'separateDuties'>
}

/** Everything that can wait for somebody: one line for each source, declared by the room that owns it. */
export const todoSourcesOf = ({ config, db, engine, publishing }: Parts): readonly TodoSource[] => [
  waitingReviews(engine, placeOf),
  waitingForOwner(engine, placeOf),
  waitingForReview(publishing),
  waitingQuestions({ db, notify }),
  waitingPapers({ db, keys: publishing.keys, notify }),
  waitingReadings(db),
  waitingMessages(db),
  waitingCaseSource(processingOf(engine)),
  ...correctionSources(engine, placeOf),
  waitingPackets(db),
  waitingPeople(db),
  waitingPairs(db),
  waitingTasks(engine, placeOf),
  waitingAfter(db, placeOf),
  waitingExports(db),
  waitingFeedback(db),
  waitingRequests(db, config.separateDuties),
  waitingAppRequests({ db, notify }),
]
