import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm, keysIn } from '../../../catalogue/processes/reading.ts'
import { isRequired, isVisible } from '../../../catalogue/rules/judge.ts'
import { useMemo } from 'react'
import { narrowedFields, type FileRules } from '../../../catalogue/processes/file-rules.ts'
import { FieldRow } from '../form/field-row.tsx'
import { FieldValue } from '../record/field-value.tsx'
import type { Values } from '../values.ts'

const stay = () => undefined
const first = [firstForm]

interface Props {
  readonly definition: AnyProcess
  /** The stages whose forms are shown; the first one without. */
  readonly stages?: readonly string[]
  readonly values: Values
}

/** The fields of a form of a case, section by section; hidden ones are left out. */
export function CaseFields({
  definition,
  stages = first,
  values,
  faults,
  only,
  rules,
  onSet,
}: Props & {
  readonly faults: Readonly<Record<string, string | undefined>>
  /** The fields that a move asks for; all of them without. */
  readonly only?: readonly string[]
  /** File rules of the campaign. */
  readonly rules?: FileRules | undefined
  readonly onSet: (key: string, value: unknown) => void
}) {
  const fields = useMemo(() => narrowedFields(definition.fields, rules ?? {}), [definition, rules])
  const keys = only ?? keysIn(definition, stages)
  return (
    <div className="xr-grid">
      {keys.map((key) => {
        const field = fields[key]
        if (!field || !isVisible(field, values)) return null
        return (
          <FieldRow
            key={key}
            name={key}
            field={field}
            value={values[key] ?? null}
            row={values}
            required={only !== undefined || isRequired(field, values)}
            fault={faults[key]}
            onSet={onSet}
            onLeave={stay}
          />
        )
      })}
    </div>
  )
}

/** A form as it was handed in, or some of the fields. */
export function CaseValues({
  definition,
  values,
  stages = first,
  only,
}: Props & { readonly only?: readonly string[] }) {
  const keys = only ?? keysIn(definition, stages)
  return (
    <dl className="process-values">
      {keys.map((key) => {
        const field = definition.fields[key]
        if (!field || !isVisible(field, values)) return null
        return (
          <div key={key} data-field={key}>
            <dt>{field.label}</dt>
            <dd>
              <FieldValue field={field} value={values[key]} none="未填" />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
