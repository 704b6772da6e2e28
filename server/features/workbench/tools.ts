import type { Role } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'

/** What the workbench takes from other features, handed in by `app`. */
export interface WorkbenchTools {
  readonly unread: (actor: Actor, count: number) => Promise<Message[]>
  readonly linkOf: (type: string, recordId: string | null, where: 'section' | 'review', role: Role) => string | null
}
