import type { AnyRecord } from '../../../catalogue/define.ts'
import { withoutHidden } from '../../../catalogue/rules/judge.ts'
import { differing, isEmpty, isSame, type Values } from '../values.ts'
import type { FormState } from './form-state.ts'

/** The values and files that a save would send. */
export interface OutgoingValues {
  readonly values: Values
  readonly attachments: readonly string[] | undefined
  /** Fields whose typed text is no valid value yet: it stays in the form and in the copy on this computer. */
  readonly unreadable: readonly string[]
  readonly nothing: boolean
}

/** Whether the server would accept the value as it is. */
function readable(definition: AnyRecord, key: string, value: unknown): boolean {
  return isEmpty(value) || definition.fields[key]?.schema.safeParse(value).success === true
}

/**
 * The typed values that differ from the stored ones, for the keys that this side writes. A field that a
 * condition hides is sent empty, but its typed value stays in the form in case the condition changes back.
 */
export function outgoing(definition: AnyRecord, state: FormState, keys: readonly string[]): OutgoingValues {
  const clean = withoutHidden(definition, state.values)
  const changed = differing(keys, state.saved.values, clean)
  const unreadable = changed.filter((key) => !readable(definition, key, clean[key]))
  const sent = changed.filter((key) => !unreadable.includes(key))
  const files = state.files.map((file) => file.id)
  const attachments = definition.attachments && !isSame(files, state.saved.files) ? files : undefined
  return {
    values: Object.fromEntries(sent.map((key) => [key, clean[key] ?? null])),
    attachments,
    unreadable,
    nothing: sent.length === 0 && attachments === undefined,
  }
}
