import type { Engine } from '../engine/engine.ts'
import { movementOf } from '../engine/movement/index.ts'
import type { CaseNeeds } from '../engine/processes/index.ts'
import { blindJudges } from '../features/blind/index.ts'
import { reviewEffects } from '../features/expert-review/index.ts'
import { declarationEffects, declarationJudges, declarationSources } from '../features/declarations/index.ts'
import { quotaOf } from '../features/institutions/index.ts'
import { notify } from '../features/messages/index.ts'
import { nearFollows } from '../features/near/index.ts'
import { personnelEffects, personnelJudges } from '../features/personnel/index.ts'
import { researchEffects, researchJudges } from '../features/research/index.ts'

/**
 * The processes with what their moves ask and do; features do not import each other, so it is put together
 * here.
 */
export const processingOf = (engine: Engine): CaseNeeds => ({
  db: engine.db,
  keys: engine.keys,
  consequences: {
    effects: {
      ...personnelEffects(engine, movementOf(engine)),
      ...researchEffects(engine, notify),
      ...reviewEffects,
      ...declarationEffects(engine),
    },
    moved: nearFollows,
    judges: {
      ...personnelJudges(quotaOf),
      ...researchJudges,
      ...declarationJudges(engine),
      ...blindJudges(engine),
    },
    sources: declarationSources(engine),
  },
  notify,
})
