import type { AnyContent } from '../../../catalogue/contents/define.ts'
import type { ContentFinding } from '../../../catalogue/contract/portal/contents.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { ContentAct } from './row.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** Every type of content by its name, as `app` hands it in. The engine names none of them. */
export type ContentTypes = Readonly<Record<string, AnyContent>>

/** What the functions of this room need; built once by `app`. */
export interface PublishingNeeds {
  readonly db: Database
  readonly keys: Keys
  readonly types: ContentTypes
  /** An address of a file that anybody may use for about a day. */
  readonly fileAddress: (id: string, mode: 'preview' | 'download' | 'small') => string
  /** Where a recording is played, as long as `fileAddress`. */
  readonly filmAddress: (id: string) => string
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  /**
   * Looks into the files of a type that has such (`examined`); `by`: only those that this identity uploaded.
   */
  readonly examine?: (
    db: Queryable,
    definition: AnyContent,
    value: Readonly<Record<string, unknown>>,
    by: number | null,
  ) => Promise<readonly ContentFinding[]>
  /** What else speaks against handing a content in, beside its declaration and its files. */
  readonly against?: (
    db: Queryable,
    content: { readonly id: number; readonly type: string },
    value: Readonly<Record<string, unknown>>,
  ) => Promise<readonly ContentFinding[]>
  /** Called in the transaction that changes how far a content of the shelf is read, or what is read. */
  readonly onReach?: (acting: ContentAct) => Promise<void>
  /**
   * Narrows what is listed to what stands on one site: a condition about `content c` that begins with `and`.
   */
  readonly placed?: (definition: AnyContent) => Sql
  /** Called after each commit of this process, so that caches of contents are dropped. */
  readonly onChanged: () => void
}

/** The declaration of a type; an unknown name answers like a missing content. */
export function typeOf(types: ContentTypes, name: string): AnyContent {
  const definition = Object.hasOwn(types, name) ? types[name] : undefined
  if (!definition) throw new AppError('missing')
  return definition
}
