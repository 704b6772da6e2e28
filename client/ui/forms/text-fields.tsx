import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type More = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange' | 'fault'>

/** Draws the text fields of a form whose texts stand in one object: each shows, changes and blames its own. */
export const textFields =
  <K extends string>(
    typed: Readonly<Record<K, string>>,
    put: (key: K, text: string) => void,
    faults: Readonly<Record<string, string | undefined>>,
  ) =>
  (key: K, label: string, more: More = {}) => (
    <TextField
      label={label}
      value={typed[key]}
      onChange={(text) => put(key, text)}
      fault={faults[key]}
      {...more}
    />
  )
