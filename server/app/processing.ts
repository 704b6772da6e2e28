import { contents } from '../../catalogue/contents/contents.ts'
import type { Engine } from '../engine/engine.ts'
import { movementOf } from '../engine/movement/index.ts'
import { entryMover, type CaseNeeds } from '../engine/processes/index.ts'
import {
  dropRank,
  keepPlaces,
  keepRank,
  objectionEffects,
  opinionsOf,
  ranksIn,
  recommendedPlaces,
} from '../features/campaigns/index.ts'
import { blindJudges } from '../features/blind/index.ts'
import { courseTitles } from '../features/courses/index.ts'
import { complaintEffects, complaintJudges } from '../features/complaints/index.ts'
import { reviewEffects } from '../features/expert-review/index.ts'
import {
  archiveOf,
  declarationEffects,
  declarationJudges,
  declarationSources,
} from '../features/declarations/index.ts'
import { quotaOf } from '../features/institutions/index.ts'
import { notify } from '../features/messages/index.ts'
import { nearFollows } from '../features/near/index.ts'
import { personnelEffects, personnelJudges } from '../features/personnel/index.ts'
import { researchEffects, researchJudges } from '../features/research/index.ts'
import {
  enrolmentEffects,
  enrolmentJudges,
  finishEffects,
  hasSeat,
  isProject,
  projectSeats,
  rosterEffects,
  seatsFollow,
  type EntryRanks,
  type SeatNeeds,
} from '../features/training/index.ts'
import { broadcastDrafted } from '../features/live/index.ts'
import {
  isOfStudios,
  studioEffects,
  studioJudges,
  studioSources,
  studiosFollow,
  yearEffects,
} from '../features/studios/index.ts'
import {
  draftFromActivity,
  entryEffects,
  entryJudges,
  needEffects,
  needJudges,
  pairEffects,
  pairJudges,
  requireNoEntry,
} from '../features/support/index.ts'
import { coauthorEffects } from '../features/resources/index.ts'
import { publishingOf } from './publishing.ts'
import {
  activityPlaces,
  archiveEffect,
  isActivity,
  isPlace,
  placeEffects,
  placeJudges,
  placesFollow,
  standingsOf,
} from '../features/teaching/index.ts'

/** The orders in which schools rank their entries: kept for campaigns, asked by the waiting lists of training. */
export const entryRanks: EntryRanks = { keep: keepRank, drop: dropRank, ranksIn }

/**
 * The processes with what their moves ask and do; features do not import each other, so it is put together
 * here.
 */
export function processingOf(engine: Engine): CaseNeeds {
  const seats: SeatNeeds = {
    engine,
    archiveOf: (db, teacherId) => archiveOf(engine, db, teacherId),
    courseTitles,
    ranks: entryRanks,
    moveEntry: () => entryMover(processing),
  }
  // Public answers are kept for seconds only, so that no cache is cleared here.
  const publishing = publishingOf(engine, { types: contents, onChanged: () => undefined })
  const studios = { publishing, moveEntry: () => entryMover(processing) }
  const ofProjects = projectSeats(seats)
  const ofActivities = activityPlaces(seats)
  const keeperOf = (campaign: Parameters<typeof isProject>[0]) => {
    if (isActivity(campaign)) return ofActivities
    return isProject(campaign) ? ofProjects : recommendedPlaces
  }
  const processing: CaseNeeds = {
    db: engine.db,
    keys: engine.keys,
    consequences: {
      effects: effectsOf(engine, { seats, studios, publishing, processing: () => processing }),
      moved: async (tx, entry) => {
        await nearFollows(tx, entry)
        if (isOfStudios(entry)) return studiosFollow(studios)(tx, entry)
        if (isPlace(entry)) return placesFollow(seats)(tx, entry)
        await (hasSeat(entry) ? seatsFollow(seats)(tx, entry) : keepPlaces(tx, entry))
      },
      opinions: opinionsOf,
      judges: judgesOf(engine, seats),
      sources: { ...declarationSources(engine), ...studioSources },
    },
    notify,
    standings: standingsOf,
    places: {
      moved: async (tx, campaign, to) => {
        await keeperOf(campaign).moved(tx, campaign, to)
        if (!isActivity(campaign)) return
        if (to === 'archived') await draftFromActivity(processing, tx, campaign)
        if (to === 'ended') await requireNoEntry(tx, campaign.id)
      },
      returned: (tx, campaign) => keeperOf(campaign).returned(tx, campaign),
    },
  }
  return processing
}

interface EffectNeeds {
  readonly seats: SeatNeeds
  readonly studios: Parameters<typeof studioEffects>[0]
  readonly publishing: ReturnType<typeof publishingOf>
  readonly processing: () => CaseNeeds
}

/** What moves of each feature do beside moving the case. */
const effectsOf = (
  engine: Engine,
  { seats, studios, publishing, processing }: EffectNeeds,
): CaseNeeds['consequences']['effects'] => ({
  ...personnelEffects(engine, movementOf(engine)),
  ...researchEffects(engine, notify),
  ...reviewEffects,
  ...objectionEffects,
  ...declarationEffects(engine),
  ...enrolmentEffects(seats),
  ...finishEffects(seats),
  ...rosterEffects(notify),
  ...complaintEffects(publishing),
  ...coauthorEffects(engine),
  ...placeEffects,
  activityArchived: archiveEffect(seats),
  broadcastDrafted: broadcastDrafted(engine),
  ...studioEffects(studios),
  ...yearEffects(studios),
  ...pairEffects,
  ...needEffects({ processing }),
  ...entryEffects(engine),
})

/** What is asked of the database before a form is handed in, by each feature. */
const judgesOf = (engine: Engine, seats: SeatNeeds): CaseNeeds['consequences']['judges'] => ({
  ...personnelJudges(quotaOf),
  ...researchJudges,
  ...declarationJudges(engine),
  ...blindJudges(engine),
  ...enrolmentJudges(seats),
  ...complaintJudges,
  ...placeJudges,
  ...studioJudges,
  ...pairJudges,
  ...needJudges,
  ...entryJudges,
})
