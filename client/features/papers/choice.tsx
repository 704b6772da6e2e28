import '../../ui/forms/labelled.css'

/** One of the items of a code table, with its fault below. */
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
    <label className="x-labelled">
      {label}
      <select
        value={value}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        {!isRequired && <option value="">请选择</option>}
        {options.map(({ code, label: name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {fault !== undefined && <span className="x-labelled-fault">{fault}</span>}
    </label>
  )
}
