import type { TodoItem, Urgency } from '../../../catalogue/contract/todos.ts'
import { listDate } from '../../platform/format.ts'

export const groupWords = {
  overdue: { title: '已超期', note: '超过办理期限的，会通知上一级一次' },
  soon: { title: '三天内到期', note: '' },
  later: { title: '未到期、未设期限', note: '等待久的在前' },
} as const satisfies Record<Urgency, { title: string; note: string }>

const day = 86_400_000

/** How many days from today: 11-26 到期, 明天到期, 超期 2 天. */
export function dueWords({ dueOn, urgency }: Pick<TodoItem, 'dueOn' | 'urgency'>, now = Date.now()): string {
  if (dueOn === null) return '未设期限'
  const today = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10)
  const left = Math.round((Date.parse(dueOn) - Date.parse(today)) / day)
  if (urgency === 'overdue' || left < 0) return `超期 ${Math.max(1, -left)} 天`
  if (left <= 2) return `${['今天', '明天', '后天'][left]}到期`
  return `${listDate(dueOn)} 到期`
}

export const waitedWords = (days: number): string => (days === 0 ? '今天收到' : `已等 ${days} 天`)
