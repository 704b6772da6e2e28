import { Field } from './field.tsx'

/** One of some options, with its fault below it. Without `isRequired` the first option is none. */
export function Choice({
  label,
  value,
  fault,
  options,
  isRequired = false,
  onChange,
}: {
  label: string
  value: string
  fault?: string | undefined
  options: readonly { readonly code: string; readonly label: string }[]
  /** There is always a choice. */
  isRequired?: boolean
  onChange: (code: string) => void
}) {
  return (
    <Field label={label} fault={fault}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {!isRequired && <option value="">请选择</option>}
          {options.map(({ code, label: name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
