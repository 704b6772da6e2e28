import { useId, type ReactNode } from 'react'
import './labelled.css'

/** Ids and state that a field passes to its control. */
export interface Control {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A field: label, control, help, and the fault beside it. */
export function Field({
  label,
  required,
  help,
  fault,
  children,
}: {
  label: string
  required?: boolean
  help?: string
  fault: string | undefined
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  const told = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="x-labelled">
      <label htmlFor={id}>
        {label}
        {required && <span className="x-star">*</span>}
      </label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': told || undefined })}
      {help && (
        <span className="x-faint x-dense" id={`${id}-help`}>
          {help}
        </span>
      )}
      {fault !== undefined && (
        <span className="x-labelled-fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
