import { caseRows } from '../../engine/processes/index.ts'
import type { TrainingDays } from '../../../catalogue/declarations/training-judge.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'

/** 网络研修: it takes no days. */
const online = '2'

/** Trainings with days of their own to which a teacher is going, beside one. */
export const goingOf = (db: Queryable, teacherId: number, besides: string): Promise<TrainingDays[]> =>
  db.query<TrainingDays>(sql`
    select c.title, c.value ->> 'startDate' as "startDate", c.value ->> 'endDate' as "endDate"
    from ${caseRows} k
    join campaign c on c.id = k.campaign_id
    where k.teacher_id = ${teacherId} and k.type = 'trainingEnrolment' and k.campaign_id <> ${besides}::uuid
      and k.state in ('toConfirm', 'confirmed', 'learning')
      and c.value ->> 'trainingWay' <> ${online} and c.value ->> 'startDate' is not null
      and c.value ->> 'endDate' is not null
    order by 2 limit 20`)
