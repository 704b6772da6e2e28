import { lateHours, lateHoursDecided } from '../../../catalogue/contract/training/late-hours.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { postLate } from './follow-registrations.ts'
import type { TrainingNeeds } from './index.ts'
import { decideLate, lateFor } from './late-hours.ts'

const url = '/api/v1/train/late-hours'
const shared = { url, access: [4, 5, 6], tag: '培训', answer: lateHours } as const

/** 补记: hours of years that are closed, which the authority above a school agrees to. */
export function lateRoutes(server: Server, { db, actorOn, processing: { notify } }: TrainingNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    summary: '已经截止的年度里学校审核通过、等本单位同意补记的学时',
    handle: (_, request) => lateFor(db, actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'POST',
    perMinute: 30,
    summary: '同意补记，或写明原因不同意',
    body: lateHoursDecided,
    handle: ({ body }, request) => decideLate({ db, notify, post: postLate }, actorOn(request), body),
  })
}
