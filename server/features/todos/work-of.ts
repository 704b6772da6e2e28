import { actorsOf } from '../../engine/access/index.ts'
import { daysSince } from '../../engine/records/index.ts'
import { countTodos, type Todos } from './list.ts'

/** To-dos of a person in all identities, in one sentence for a digest; null for none. */
export async function workOf(todos: Todos, personId: number): Promise<string | null> {
  const actors = await actorsOf(todos.db, personId)
  const counts = await Promise.all(actors.map((actor) => countTodos(todos, actor)))
  const total = counts.reduce((sum, one) => sum + one.total, 0)
  if (total === 0) return null
  const overdue = counts.reduce((sum, one) => sum + one.overdue, 0)
  const longest = Math.max(...counts.map(({ oldest }) => daysSince(oldest) ?? 0))
  const late = overdue > 0 ? `，${overdue} 件超期` : ''
  return `现有 ${total} 件待办${late}，最长已等 ${longest} 天。`
}
