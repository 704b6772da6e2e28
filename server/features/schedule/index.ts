import {
  schedule as scheduleShape,
  scheduleAsked,
  type Appointment,
} from '../../../catalogue/contract/schedule.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { addDays, startOfDay, today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Span } from './appointments.ts'

export { appointmentsOf, type AppointmentSources, type Span } from './appointments.ts'

interface Needs extends Pick<Ground, 'actorOn'> {
  readonly appointmentsOf: (actor: Actor, span: Span) => Promise<Appointment[]>
}

/** 我的日程: everything at which a teacher is expected, by the hour (docs/decisions/0210). */
export const schedule: Feature<Needs> = {
  name: 'schedule',
  routes: (server, { appointmentsOf, actorOn }) => {
    register(server, {
      method: 'GET',
      url: '/api/v1/schedule',
      access: [2],
      tag: '个人中心',
      summary: '本人的日程：要参加的培训、教研活动和收藏的直播，按开始时间',
      query: scheduleAsked,
      answer: scheduleShape,
      handle: async ({ query: { from = today(), days } }, request) => {
        const at = (day: string) => Date.parse(startOfDay(day))
        const span = { from: at(from), to: at(addDays(from, days)) }
        return { from, days, list: await appointmentsOf(actorOn(request), span) }
      },
    })
  },
}
