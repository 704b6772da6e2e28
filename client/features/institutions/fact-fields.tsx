import type { FieldMap } from '../../../catalogue/define.ts'
import { isVisible } from '../../../catalogue/rules/judge.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import type { Faults } from '../../platform/api/use-act.ts'

const stay = () => undefined

/** The fields of an institution's kind, as record forms draw them. */
export function FactFields(props: {
  fields: FieldMap
  values: Readonly<Record<string, unknown>>
  faults: Faults
  onSet: (key: string, value: unknown) => void
}) {
  const { fields, values, faults, onSet } = props
  const shown = Object.entries(fields).filter(([, field]) => isVisible(field, values))
  return (
    <div className="institutions-fields">
      {shown.map(([key, field]) => (
        <FieldRow
          key={key}
          name={key}
          field={field}
          value={values[key]}
          row={values}
          required={field.required}
          fault={faults[key]}
          onSet={onSet}
          onLeave={stay}
        />
      ))}
    </div>
  )
}
