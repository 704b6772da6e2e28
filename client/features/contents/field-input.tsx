import { lazy, Suspense } from 'react'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Field } from '../../../catalogue/define.ts'
import type { ContentFile } from '../../../catalogue/contract/portal.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AreaSelect } from './area-select.tsx'
import { ChoiceInput } from './choice-input.tsx'
import { FileInput } from './file-input.tsx'
import '../../ui/labelled.css'

/** The editor and what draws formulas: only where a text is written. */
const RichInput = lazy(async () => ({ default: (await import('./editor/rich-input.tsx')).RichInput }))

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
  const described =
    [field.help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined
  const told = { id, 'aria-invalid': fault !== undefined, 'aria-describedby': described }
  const text = value === null || value === undefined ? '' : String(value)
  const rich = field.kind === 'richText'
  const wide =
    rich ||
    field.kind === 'longText' ||
    field.kind === 'file' ||
    field.multiple ||
    (field.maxLength ?? 0) >= 200
  const control = () => {
    if (field.kind === 'file')
      return (
        <FileInput
          id={id}
          field={field}
          value={value}
          known={files}
          describedBy={described}
          onChange={onChange}
        />
      )
    if (rich) {
      return (
        <Suspense fallback={<Skeleton lines={8} />}>
          <RichInput
            id={id}
            labelledBy={`${id}-label`}
            describedBy={described}
            invalid={fault !== undefined}
            value={text}
            most={field.maxLength ?? 20_000}
            files={files}
            onChange={onChange}
          />
        </Suspense>
      )
    }
    if (field.kind === 'longText') {
      const rows = (field.maxLength ?? 0) > 5_000 ? 14 : 4
      return (
        <textarea
          {...told}
          rows={rows}
          value={text}
          maxLength={field.maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    }
    if (field.multiple)
      return <ChoiceInput id={id} field={field} value={value} describedBy={described} onChange={onChange} />
    if (field.kind === 'bool')
      return (
        <input
          {...told}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    if (field.kind === 'area') return <AreaSelect told={told} value={text} onChange={onChange} />
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
      return (
        <input
          {...told}
          type="number"
          step={field.kind === 'decimal' ? 'any' : 1}
          min={field.min}
          max={field.max}
          value={text}
          onChange={(event) => read(event.target.value)}
        />
      )
    }
    const type =
      field.kind === 'date'
        ? 'date'
        : field.kind === 'dateTime'
          ? 'datetime-local'
          : field.kind === 'email'
            ? 'email'
            : 'text'
    return (
      <input
        {...told}
        type={type}
        value={text}
        maxLength={field.maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const heading = (
    <>
      {field.label}
      {field.required && <span className="contents-fault">*</span>}
    </>
  )
  return (
    <div className={wide ? 'x-labelled contents-wide' : 'x-labelled'} data-field={name}>
      {/* A label names a control; what is edited in place is named by the words alone. */}
      {rich ? <span id={`${id}-label`}>{heading}</span> : <label htmlFor={id}>{heading}</label>}
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
