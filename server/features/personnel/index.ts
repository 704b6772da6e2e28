import { z } from 'zod'
import { membershipQuery, memberships, type Memberships } from '../../../catalogue/contract/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'

export { personnelEffects } from './effects.ts'
export { personnelJudges } from './judges.ts'

/** 人事: where people belong, and what moves them. */
export const personnel: Feature<Pick<Ground, 'db' | 'actorOn'>> = {
  name: 'personnel',
  routes: (server, { db, actorOn }) => {
    register(server, {
      method: 'GET',
      url: '/api/v1/membership',
      access: [2, 3, 4, 5, 6],
      tag: '人事',
      summary: '一位教师的人事关系和任教关系，新的在前',
      query: membershipQuery,
      answer: memberships,
      handle: async ({ query: { teacherId } }, request) => {
        const actor = actorOn(request)
        const seen = await db.maybeOne(sql`
          select 1 from teacher t where t.id = ${teacherId} and ${scopeCondition(actor, 't', 'id')}`)
        if (!seen) throw new AppError('missing')
        const rows = await db.query<Row>(sql`
          select m.institution_id as id, i.name, m.kind, m.from_on as "from", m.to_on as "to", m.cause
          from membership m
          join institution i on i.id = m.institution_id
          where m.teacher_id = ${teacherId}
          order by m.from_on desc, m.kind limit 200`)
        return {
          list: rows.map(({ id, name, cause, ...row }) => ({
            institution: { id, name },
            ...row,
            cause: causeInWords(cause),
          })),
        }
      },
    })
  },
}

interface Row extends Omit<Memberships['list'][number], 'institution'> {
  readonly id: number
  readonly name: string
}

const words = z
  .enum(['transfer', 'posting', 'statusChange', 'structure'])
  .transform(
    (word) =>
      ({ transfer: '调动', posting: '临时派出', statusChange: '人员状态变更', structure: '机构调整' })[word],
  )

/** The word for what caused a membership: `transfer:<case>` is 调动. */
function causeInWords(cause: string | null): string {
  return words.safeParse(cause?.split(':')[0]).data ?? '建档'
}
