import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { isRequired, isVisible } from '../../../catalogue/rules/judge.ts'
import { FieldRow } from '../form/field-row.tsx'
import { FieldValue } from '../record/field-value.tsx'
import type { Values } from '../values.ts'

const stay = () => undefined

interface Props {
  readonly definition: AnyProcess
  readonly values: Values
}

/** The fields of a form of a case, section by section; hidden ones are left out. */
export function CaseFields({
  definition,
  values,
  faults,
  only,
  onSet,
}: Props & {
  readonly faults: Readonly<Record<string, string | undefined>>
  /** The fields that a move asks for; all of them without. */
  readonly only?: readonly string[]
  readonly onSet: (key: string, value: unknown) => void
}) {
  const keys = definition.form.flatMap(({ fields }) => fields as readonly string[])
  return (
    <div className="xr-grid">
      {keys.map((key) => {
        const field = definition.fields[key]
        if (!field || (only && !only.includes(key)) || !isVisible(field, values)) return null
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

/** The form as it was handed in. */
export function CaseValues({ definition, values }: Props) {
  const keys = definition.form.flatMap(({ fields }) => fields as readonly string[])
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
