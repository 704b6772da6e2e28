import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Field } from '../../../catalogue/define.ts'
import type { ContentFile } from '../../../catalogue/contract/portal.ts'
import { ChoiceInput } from './choice-input.tsx'
import { FileInput } from './file-input.tsx'
import '../../ui/labelled.css'

/** The control of a field of a content, by its kind, with label, help and fault. */
export function FieldInput({
  name,
  field,
  value,
  fault,
  files,
  onChange,
}: {
  name: string
  field: Field
  value: unknown
  fault: string | undefined
  files: readonly ContentFile[]
  onChange: (value: unknown) => void
}) {
  const id = `f-${name}`
  const described = [field.help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined
  const told = { id, 'aria-invalid': fault !== undefined, 'aria-describedby': described }
  const text = value === null || value === undefined ? '' : String(value)
  const wide = field.kind === 'longText' || field.kind === 'file' || field.multiple || (field.maxLength ?? 0) >= 200
  const control = () => {
    if (field.kind === 'file') return <FileInput id={id} field={field} value={value} known={files} describedBy={described} onChange={onChange} />
    if (field.kind === 'longText') {
      const rows = (field.maxLength ?? 0) > 5_000 ? 14 : 4
      return <textarea {...told} rows={rows} value={text} maxLength={field.maxLength} onChange={(event) => onChange(event.target.value)} />
    }
    if (field.multiple) return <ChoiceInput id={id} field={field} value={value} describedBy={described} onChange={onChange} />
    if (field.kind === 'bool') return <input {...told} type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
    if (field.dict) {
      return (
        <select {...told} value={text} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">请选择</option>
          {selectable(field.dict).map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )
    }
    if (field.kind === 'integer' || field.kind === 'decimal') {
      const read = (typed: string) => onChange(typed === '' ? null : Number(typed))
      return <input {...told} type="number" step={field.kind === 'decimal' ? 'any' : 1} min={field.min} max={field.max} value={text} onChange={(event) => read(event.target.value)} />
    }
    const type = field.kind === 'date' ? 'date' : field.kind === 'dateTime' ? 'datetime-local' : field.kind === 'email' ? 'email' : 'text'
    return <input {...told} type={type} value={text} maxLength={field.maxLength} onChange={(event) => onChange(event.target.value)} />
  }
  return (
    <div className={wide ? 'x-labelled contents-wide' : 'x-labelled'} data-field={name}>
      <label htmlFor={id}>
        {field.label}
        {field.required && <span className="contents-fault">*</span>}
      </label>
      {control()}
      {field.help && (
        <span className="x-faint x-dense" id={`${id}-help`}>
          {field.help}
        </span>
      )}
      {fault !== undefined && (
        <span className="contents-fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
