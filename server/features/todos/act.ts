import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  HandedInAct,
  TodoAct,
  TodoActBody,
  TodoBatch,
  TodoBatchResult,
} from '../../../catalogue/contract/todos.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import type { Todos } from './list.ts'
import { partsOf } from './place.ts'

/** Does something to one to-do; whether the actor may is decided by the room that owns it. */
export async function actOn(
  { todoSources }: Todos,
  actor: Actor,
  { id, act }: { id: string; act: TodoAct },
  said: TodoActBody,
): Promise<void> {
  const { source, ...of } = partsOf(id)
  const found = todoSources.find(({ name }) => name === source)
  if (!found) throw new AppError('missing')
  if (!found.forEverybody && (actor.role < 3 || actor.role > 6)) throw new AppError('forbidden')
  const does = found.does?.[act]
  if (!does) throw new AppError('wrongState', { message: '请进入详情办理' })
  await does(actor, of, said)
}

/** The same to many, one by one; a refused one does not stop the others. */
export async function actOnMany(
  todos: Todos,
  actor: Actor,
  { ids, act, reason }: TodoBatch,
): Promise<TodoBatchResult> {
  const results: TodoBatchResult['results'] = []
  for (const id of new Set(ids)) {
    try {
      await actOn(todos, actor, { id, act }, reason === undefined ? {} : { reason })
      results.push({ id, ok: true, message: null })
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      results.push({ id, ok: false, message: because })
    }
  }
  return { success: results.filter(({ ok }) => ok).length, results }
}

/** Takes back, or urges, what the actor handed in. */
export async function actOnSubmitted(
  { todoSources }: Todos,
  actor: Actor,
  { id, act }: { id: string; act: HandedInAct },
): Promise<void> {
  const { source, ...of } = partsOf(id)
  const handedIn = todoSources.find(({ name }) => name === source)?.handedIn
  if (!handedIn) throw new AppError('missing')
  const does = handedIn.does[act]
  if (!does) throw new AppError('wrongState', { message: '请进入详情办理' })
  await does(actor, of, {})
}
