import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  HandedInAct,
  SubmittedItem,
  TodoAct,
  TodoActBody,
  TodoItem,
  TodoKind,
} from '../../../catalogue/contract/todos.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Place } from '../access/index.ts'
import type { Limits } from './limits.ts'

/** What a list of to-dos is narrowed by. A source that cannot be narrowed so has nothing then. */
export interface TodoFilter {
  readonly type?: string | undefined
  readonly q?: string | undefined
  readonly place?: Place | undefined
}

/** A line of a source: what is known of every to-do stands in the row that found it. */
export type TodoLine = Pick<
  TodoItem,
  'typeTitle' | 'title' | 'note' | 'owner' | 'institution' | 'dueOn' | 'version' | 'acts' | 'link'
>

export type SubmittedLine = Omit<SubmittedItem, 'id' | 'kind' | 'since' | 'waitingDays'>

/** One item among those of a source. */
export interface ItemOf {
  readonly type: string
  readonly item: string
}

/** Lines by the number of their item; an item that is gone meanwhile has none. */
export type Lines<Line> = ReadonlyMap<string, Line>

export type Does = (actor: Actor, of: ItemOf, said: TodoActBody) => Promise<void>

/**
 * One kind of open work, as the room that owns it declares it (docs/decisions/0071). Nothing is stored:
 * `waiting` is the only definition of what waits, and it is asked anew for every count and page.
 */
export interface TodoSource {
  /** Small letters; the first part of the number of a to-do. */
  readonly name: string
  readonly kind: TodoKind
  /**
   * A select of item (text), type (text), since (timestamptz) and urgency (0 overdue, 1 soon, 2 later) over
   * what waits for the actor; null where nothing can. In the order of `since` it runs along an index.
   */
  readonly waiting: (actor: Actor, narrowing: TodoFilter, limits: Limits) => Sql | null
  readonly lines: (actor: Actor, items: readonly ItemOf[]) => Promise<Lines<TodoLine>>
  /** What people call a type. */
  readonly titleOf: (type: string) => string
  readonly does?: Partial<Record<TodoAct, Does>>
  /** Whether everybody may have such work, not only who acts for an office. */
  readonly forEverybody?: true
  readonly handedIn?: HandedIn
  readonly held?: HeldWork
}

/** What people handed in at such a source. */
export interface HandedIn {
  /** A select of item, type and since: what the actor handed in, under way or ended; null for nothing. */
  readonly rows: (actor: Actor, state: 'open' | 'ended') => Sql | null
  readonly lines: (actor: Actor, items: readonly ItemOf[]) => Promise<Lines<SubmittedLine>>
  readonly does: Partial<Record<HandedInAct, Does>>
}

/** The items waiting at offices, for the offices above them. */
export interface HeldWork {
  /**
   * A select of item, type, office (institution), role, since and urgency of all that waits at some offices.
   */
  readonly rows: (limits: Limits, offices: Sql) => Sql
  /**
   * A select of item, type, at and waited (seconds): what one office decided in the last 90 days, not in
   * order.
   */
  readonly decided: (office: Sql) => Sql
  /** What an item is called: the person it is about, or its headline. */
  readonly titles: (items: readonly ItemOf[]) => Promise<ReadonlyMap<string, string>>
}
