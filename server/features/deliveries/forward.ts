import type { KeptJob } from '../../platform/jobs/queue.ts'
import { expandBroadcasts } from './expand.ts'
import { forgetOld } from './forget.ts'
import { gather, type GatherNeeds } from './gather.ts'
import { sendDue, settleInterrupted, type SendNeeds } from './send.ts'

/** Dependencies of sending, from `app`. */
export type DeliveryNeeds = GatherNeeds & SendNeeds

/** Decides what is ready and sends what is due; answers whether there was something. */
export async function forwardReady(forwarding: DeliveryNeeds): Promise<boolean> {
  await settleInterrupted(forwarding)
  const gathered = await gather(forwarding)
  return (await sendDue(forwarding)) || gathered
}

/** Kept jobs: one run of each at a time, over all processes. */
export const deliveryJobs = (forwarding: DeliveryNeeds, keptDays: number): readonly KeptJob[] => [
  { name: 'messages.forward', label: '邮件与短信提醒', every: 20, run: () => forwardReady(forwarding) },
  { name: 'deliveries.expand', label: '群发提醒', every: 20, run: () => expandBroadcasts(forwarding.db) },
  {
    name: 'deliveries.forget',
    label: '提醒记录清理',
    every: 86_400,
    run: () => forgetOld(forwarding.db, keptDays),
  },
]
