import { nearParams, nearWorks } from '../../../catalogue/contract/research/near.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import { backfilling } from './backfill.ts'
import { nearFor } from './find.ts'

export { nearTo } from './find.ts'
export { followed as nearFollows } from './works.ts'

/** 相近申报: entries whose titles or texts are like another one's (docs/decisions/0090). */
export const near: Feature<Pick<Ground, 'db' | 'actorOn'>> = {
  name: 'near',
  routes: (server, { db, actorOn }) => {
    register(server, {
      method: 'GET',
      url: '/api/v1/research/near/:id',
      access: [2, 3, 4, 5, 6],
      tag: '相近申报',
      summary: '与一件申报相近的其他申报：看得到的连同相同的段落，看不到的只说有',
      params: nearParams,
      answer: nearWorks,
      // Comparing takes the processor, and guessing at others' texts should take long.
      perMinute: 20,
      handle: ({ params: { id } }, request) => nearFor(db, actorOn(request), id),
    })
  },
  jobs: ({ db }) => [backfilling({ db })],
}
