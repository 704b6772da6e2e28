import {
  trainingList,
  trainingListQuery,
  trainingStatistics,
  trainingStatisticsQuery,
} from '../../../catalogue/contract/training/figures.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { Figures } from '../../engine/figures/index.ts'
import { register } from '../../platform/http/call.ts'
import { listBehind } from './behind.ts'
import { comparing, startFollowing } from './follow.ts'
import type { NeedsOf } from './needs.ts'
import type { TrainingNumbers } from './numbers.ts'
import { statisticsOf } from './table.ts'
import { readers, takenOut } from './taken-out.ts'

export { openNumbers } from './numbers.ts'

interface Needs extends Pick<Ground, 'engine' | 'actorOn' | 'log'> {
  readonly figures: Figures
  readonly trainingNumbers: TrainingNumbers
  readonly needsOf: NeedsOf
}

const figuresFrom = ({ engine, figures, trainingNumbers: numbers, needsOf }: Needs) => ({
  engine,
  figures,
  numbers,
  needsOf,
})

/** Figures of training, over a fact for each enrolment (docs/decisions/0175). */
export const trainingFigures: Feature<Needs> = {
  name: 'training-figures',
  repeats: [{ where: 'withJobs', start: startFollowing }],
  jobs: ({ engine }) => [comparing(engine)],
  exports: (needs) => takenOut(figuresFrom(needs)),
  routes: (server, needs) => {
    const shared = { method: 'GET', access: readers, tag: '培训', perMinute: 120 } as const
    register(server, {
      ...shared,
      url: '/api/v1/page/training_statistics',
      summary: '培训统计：按地区、项目、学段、学科、辅导教师、管理员，连同口径和规则版本',
      query: trainingStatisticsQuery,
      answer: trainingStatistics,
      handle: ({ query }, request) => statisticsOf(figuresFrom(needs), needs.actorOn(request), query),
    })
    register(server, {
      ...shared,
      url: '/api/v1/page/training_statistics/list',
      summary: '培训统计一个数字背后的名单：条数与数字相等',
      query: trainingListQuery,
      answer: trainingList,
      handle: ({ query }, request) => listBehind(figuresFrom(needs), needs.actorOn(request), query),
    })
  },
}
