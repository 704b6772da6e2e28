import { headsOfPeople } from '../../engine/figures/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReportNeeds, ReportRequest } from './asked.ts'
import { named, stageAndSubject, type ListPlan } from './list-plan.ts'
import { factsOf } from './sources.ts'

interface LiveLine {
  readonly id: number
  readonly ref: string
  readonly institution: string
  readonly stage: string | null
  readonly subject: string | null
  readonly day: string
  readonly title: string
  readonly seconds: number
}

/** Who was at which broadcast, and for how long. */
export const liveList = (needs: ReportNeeds, asked: ReportRequest): ListPlan => ({
  source: factsOf(asked, 'liveSeen'),
  unit: '人次',
  heads: headsOfPeople('学段', '学科', '直播', '日期', '在场（分钟）'),
  total: sql`count(*)`,
  lines: async ({ rows, stretch }) => {
    const list = await needs.engine.db.query<LiveLine>(sql`
      select x.owner_id as id, x.ref, coalesce(i.name, '') as institution, x.stage, x.subject, x.day::text,
        coalesce(c.live ->> 'title', '') as title, x.times as seconds
      from (select x.* ${rows} order by x.day desc, x.owner_id, x.ref limit ${stretch.most} offset ${stretch.from}) x
        left join institution i on i.id = x.institution_id
        left join content c on c.type = 'liveBroadcast' and 'live-' || c.id = x.ref
      order by x.day desc, x.owner_id, x.ref`)
    return named(
      needs,
      asked,
      list.map(({ id, ref, institution, title, day, seconds, ...line }) => ({
        id,
        key: `${id} ${ref}`,
        institution,
        values: [...stageAndSubject(line), title, day, String(Math.floor(seconds / 60))],
      })),
    )
  },
})
