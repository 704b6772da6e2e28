import type { PacketLine } from '../../../catalogue/contract/review/packets.ts'
import { taskStates } from '../../../catalogue/reviews/task.ts'

export const listPath = '/zhuanjia/zhuanjiaList'
export const packetPath = (id: string): string => `/zhuanjia/zhuanjiaDetail?id=${id}`

/** Hundredths of a point as people write them: 25, 25.5. */
export const points = (hundredths: number): string => String(hundredths / 100)

/** What somebody typed as a score, in hundredths; null where it is no score. */
export function typedPoints(text: string): number | null {
  const typed = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim())
  return typed ? Number(typed[1]) * 100 + Number((typed[2] ?? '').padEnd(2, '0')) : null
}

/** Where a packet stands, for its expert. */
export function stateOf({ state, ready, scored, of }: PacketLine): string {
  if (state !== 'reviewing') return taskStates[state]
  return ready ? '评完待提交' : `已评 ${scored} / ${of} 项`
}

export const isOpen = ({ state }: PacketLine): boolean => state === 'assigned' || state === 'reviewing'
