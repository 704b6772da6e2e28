import type { Database } from '../platform/db/database.ts'
import { keepOutcomes, reviewChoices, reviewItems } from '../features/campaigns/index.ts'
import { blindCopiesOf } from '../features/blind/index.ts'
import type { ReviewSource } from '../features/expert-review/index.ts'

/** Where items of expert review come from: the entries of campaigns, whatever process they are of. */
export const reviewSourcesOf = (db: Database): readonly ReviewSource[] => [
  {
    name: 'campaigns',
    choices: (actor) => reviewChoices(db, actor),
    items: async (tx, scope, officeId) => {
      const items = await reviewItems(tx, scope, officeId)
      const copies = await blindCopiesOf(
        tx,
        items.map(({ ref }) => ref),
      )
      return items.map((item) => ({ ...item, files: copies.get(item.ref) ?? [] }))
    },
    decided: keepOutcomes,
  },
]
