import type { ComponentType } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import type { Values } from '../values.ts'

/**
 * Props of an input. `value` is the field’s value or null; typed text that cannot be read yet is kept as
 * text.
 */
export interface InputProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  /** The other values of the record or line: one of them may narrow a dictionary. */
  readonly row: Values
  /** Owner of the record, for fields that choose among records of the same owner. */
  readonly ownerId?: number | undefined
  readonly invalid: boolean
  readonly describedBy?: string | undefined
  /** What no value means here, shown in the empty control: 不限, 今天. Else it shows how a value is written. */
  readonly whenEmpty?: string | undefined
  readonly onChange: (value: unknown) => void
}

export interface DisplayProps {
  readonly field: Field
  readonly value: unknown
}

/** Two values of a field. `shown`: the same values as readers see them, when the answer has them. */
export interface DifferenceProps {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
  readonly shown?: { readonly before: string; readonly after: string } | undefined
}

/** A filter of a list: the chosen codes or texts, none for all. */
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
  /** Draws one value with deleted and added parts marked; kinds without it show both values. */
  readonly Difference?: ComponentType<DifferenceProps>
  /** Whether `Difference` is for these two values; without it, for all. */
  readonly marks?: (before: unknown, after: unknown) => boolean
  /** The value as one line; null when only the server knows it (the name of a teacher). */
  readonly text: (value: unknown, field: Field) => string | null
  /** The control in the filter line; null when lists are not filtered by this kind. */
  readonly Filter: ComponentType<FilterProps> | null
  /** The input is a group of controls (radio buttons), which a label can name but not point at. */
  readonly group?: true
  /** The values are figures, which stand to the right in tables. */
  readonly figure?: true
  /** The input takes the whole width of a form. */
  readonly wide?: true
}
