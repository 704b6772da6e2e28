import { z } from 'zod'

/** By what a waiting list is ordered. */
export const waitRule = z.enum(['time', 'rank', 'need'])
export type WaitRule = z.infer<typeof waitRule>

/** What the order of a person in a waiting list is made of. */
export interface WaitFacts {
  /** The place in the school's own order. */
  readonly rank: number | null
  /** The last day of a training at county level or above; null for never. */
  readonly trainedUntil: string | null
  /** 1 城区, 2 镇区, 3 乡村; null where nobody says. */
  readonly locality: '1' | '2' | '3' | null
  /** Hours that are missing this year, in tenths. */
  readonly gap: number
}

const places = { '1': '城区', '2': '镇区', '3': '乡村' } as const
const most = 99_999

/** A place in a waiting list: a text that sorts, and the reason in words. */
export interface WaitOrder {
  readonly key: string
  readonly because: string
}

const padded = (value: number): string => String(Math.max(0, Math.min(most, value))).padStart(5, '0')

/**
 * Where somebody comes in a waiting list; of equal ones who came first. `need`: never trained at county level
 * or above, then longest since, 乡村 before 镇区 before 城区, then the larger gap.
 */
export function waitOrder(rule: WaitRule, facts: WaitFacts): WaitOrder {
  if (rule === 'time') return { key: '', because: '按先后' }
  if (rule === 'rank')
    return {
      key: padded(facts.rank ?? most),
      because: facts.rank === null ? '学校没有排序' : `学校排第 ${facts.rank}`,
    }
  const { trainedUntil, locality, gap } = facts
  const place = 3 - Number(locality ?? 0)
  return {
    key: `${trainedUntil ?? '0000-00-00'} ${place} ${padded(most - gap)}`,
    because: [
      trainedUntil === null ? '从未参加县级以上培训' : `上次县级以上培训 ${trainedUntil} 结束`,
      ...(locality === null ? [] : [places[locality]]),
      ...(gap > 0 ? [`还缺 ${(gap / 10).toFixed(1)} 学时`] : []),
    ].join('，'),
  }
}
