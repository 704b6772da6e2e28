import { z } from 'zod'

/** Most days that are asked at once. */
export const mostScheduleDays = 62

/** GET /api/v1/schedule: what a teacher has ahead, by the hour. */
export const scheduleAsked = z.strictObject({
  /** First day, 'YYYY-MM-DD', Asia/Shanghai; left out: today. */
  from: z.iso.date('日期应为年、月、日，例如 2026-12-01').optional(),
  days: z.coerce
    .number({ error: '天数应为整数' })
    .int('天数应为整数')
    .min(1, '至少 1 天')
    .max(mostScheduleDays, `一次最多看 ${mostScheduleDays} 天`)
    .default(30),
})

/** training: a session of a project or of a training day · activity: a sitting · live: a broadcast that is kept. */
export const appointmentKinds = ['training', 'activity', 'live'] as const

export const appointment = z.object({
  kind: z.enum(appointmentKinds),
  /** Stays the same however often it is read. */
  ref: z.string(),
  title: z.string(),
  place: z.string(),
  /** Milliseconds. */
  startsAt: z.number(),
  endsAt: z.number(),
  isCancelled: z.boolean(),
  /** The page of the portal about it. */
  path: z.string(),
})
export type Appointment = z.output<typeof appointment>

export const schedule = z.object({
  /** 'YYYY-MM-DD'. */
  from: z.string(),
  days: z.int(),
  list: z.array(appointment),
})
export type Schedule = z.output<typeof schedule>
