import { useId } from 'react'

/** Several addresses, one a line. */
export function AddressLines(props: {
  label: string
  help: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const { label, help, value, fault, onChange } = props
  const id = useId()
  return (
    <div className="sign-on-lines">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-help${fault === undefined ? '' : ` ${id}-fault`}`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert" className="sign-on-fault">
          {fault}
        </p>
      )}
      <p id={`${id}-help`} className="x-faint x-dense">
        {help}
      </p>
    </div>
  )
}
