import type { Database } from '../platform/db/database.ts'
import { keepOutcomes, reviewChoices, reviewItems } from '../engine/processes/index.ts'
import type { ReviewSource } from '../features/expert-review/index.ts'

/** Where items of expert review come from: the entries of campaigns, whatever process they are of. */
export const reviewSourcesOf = (db: Database): readonly ReviewSource[] => [
  {
    name: 'campaigns',
    choices: (actor) => reviewChoices(db, actor),
    items: reviewItems,
    decided: keepOutcomes,
  },
]
