import type { ComponentType } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import type { Values } from '../values.ts'

/**
 * What an input is given. `value` is the field's value or null; text that cannot be read yet travels as text.
 */
export interface InputProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  /** The other values of the record: a dictionary may be narrowed by one of them. */
  readonly row: Values
  /** Whose record it is, for fields that choose among records of the same owner. */
  readonly ownerId?: number | undefined
  readonly invalid: boolean
  readonly describedBy?: string | undefined
  readonly onChange: (value: unknown) => void
}

export interface DisplayProps {
  readonly field: Field
  readonly value: unknown
}

/** Two values of a field. `shown`: the same as readers get them, where the answer brought them along. */
export interface DifferenceProps {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
  readonly shown?: { readonly before: string; readonly after: string } | undefined
}

/** A filter of a list: the codes or texts asked for, none for all. */
export interface FilterProps {
  readonly id: string
  readonly field: Field
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/**
 * The client half of a field kind: input, shown value, filter. The table in `kinds.ts` is written
 * `satisfies Record<KindName, …>`. Records and published contents use the same table.
 */
export interface ClientKind {
  readonly Input: ComponentType<InputProps>
  readonly Display: ComponentType<DisplayProps>
  /** What went and what came, for kinds that mark it within the value; others show both values. */
  readonly Difference?: ComponentType<DifferenceProps>
  /** The filled value as one line; null where the server would have to be asked for it (a teacher's name). */
  readonly text: (value: unknown, field: Field) => string | null
  /** The control in the filter line; null for kinds a list is not filtered by. */
  readonly Filter: ComponentType<FilterProps> | null
  /** Whether the control is a group of its own (radio buttons), which a label names but cannot point at. */
  readonly group?: true
  /** Figures stand to the right in tables. */
  readonly figure?: true
  /** Takes the whole width of a form. */
  readonly wide?: true
}
