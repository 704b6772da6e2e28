import { figureList } from '../../../catalogue/contract/figure-table.ts'
import {
  teachingListQuery,
  teachingReport,
  teachingReportAt,
  teachingReportQuery,
} from '../../../catalogue/contract/teaching/reports.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { pageBehind, type Figures } from '../../engine/figures/index.ts'
import { compareSums, foldFacts } from '../../engine/person-facts/index.ts'
import { register } from '../../platform/http/call.ts'
import { startJob } from '../../platform/lifecycle/job.ts'
import { behindNumber } from './behind.ts'
import { reportOf } from './report.ts'
import { readers, takenOut } from './taken-out.ts'

interface Needs extends Pick<Ground, 'engine' | 'actorOn' | 'log'> {
  readonly figures: Figures
}

/** Reports of teaching research: users, learning and what stands in the libraries (docs/decisions/0209). */
export const teachingFigures: Feature<Needs> = {
  name: 'teaching-figures',
  repeats: [
    {
      where: 'withJobs',
      start: ({ engine, log }) =>
        startJob(() => foldFacts(engine.db), { failed: 'teaching-figures.fold', log, pauseMs: 1_000 }),
    },
  ],
  jobs: ({ engine }) => [
    {
      name: 'teaching-figures.compare',
      label: '教研统计合计核对',
      every: 24 * 3600,
      run: async (stopping) => {
        await compareSums(engine.db, stopping)
        return false
      },
    },
  ],
  exports: (needs) => takenOut(needs),
  routes: (server, needs) => {
    const { engine, actorOn } = needs
    const shared = { method: 'GET', access: readers, tag: '教研', perMinute: 120 } as const
    register(server, {
      ...shared,
      url: '/api/v1/jy/statistics/:report',
      summary: '教研统计：用户、研修、资源，按地区、学段、学科、学校，连同口径；只有本单位管理范围内的',
      params: teachingReportAt,
      query: teachingReportQuery,
      answer: teachingReport,
      handle: ({ params, query }, request) => reportOf(needs, actorOn(request), params.report, query),
    })
    register(server, {
      ...shared,
      url: '/api/v1/jy/statistics/:report/list',
      summary: '教研统计一个数字背后的名单：条数与数字相等',
      params: teachingReportAt,
      query: teachingListQuery,
      answer: figureList,
      handle: async ({ params, query }, request) => {
        const { page, pageSize, ...question } = query
        const actor = actorOn(request)
        const { behind } = await behindNumber(needs, actor, params.report, question)
        return pageBehind(engine, actor, behind, { page, pageSize })
      },
    })
  },
}
