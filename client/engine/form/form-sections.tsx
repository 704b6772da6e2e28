import { isRequired } from '../../../catalogue/rules/judge.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { fullDate } from '../../platform/format.ts'
import type { Values } from '../values.ts'
import { FieldRow, ReadOnlyRow, type StandingValue } from './field-row.tsx'
import { sideOf, writtenBy } from '../../../catalogue/rules/sides.ts'
import type { RecordFormModel } from './use-record-form.ts'

const noRow: Values = {}

/**
 * The sections of a form as the declaration lists them; a section whose fields are all hidden is not shown.
 */
export function FormSections({
  form,
  view,
  ownerId,
}: {
  form: RecordFormModel
  view: RecordView | null
  ownerId?: number | undefined
}) {
  const reasons = new Map(view?.pending?.reasons.map(({ key, reason }) => [key, reason]))
  return form.definition.pages.form.map((section) => {
    const keys = section.fields.filter(form.visible)
    if (keys.length === 0) return null
    return (
      <section key={section.title} className="xr-section">
        <h2>{section.title}</h2>
        <div className="xr-grid">
          {keys.map((key) => (
            <OneField
              key={key}
              name={key}
              form={form}
              view={view}
              ownerId={ownerId}
              reason={reasons.get(key)}
            />
          ))}
        </div>
      </section>
    )
  })
}

function OneField(props: {
  name: string
  form: RecordFormModel
  view: RecordView | null
  ownerId?: number | undefined
  reason?: string | undefined
}) {
  const { name, form, view, ownerId, reason } = props
  const { definition, state, clean } = form
  const field = definition.fields[name]
  if (!field) return null
  if (!form.keys.includes(name)) {
    const value = view?.effective?.[name] ?? state.values[name]
    return field.derived ? (
      <ReadOnlyRow name={name} field={field} value={value} word="由系统自动生成" none="通过后生成" />
    ) : (
      <ReadOnlyRow
        name={name}
        field={field}
        value={value}
        word={writtenBy[sideOf(definition, field)]}
        none="未填"
      />
    )
  }
  const newerValues = newerOf(form)
  return (
    <FieldRow
      name={name}
      field={field}
      value={state.values[name] ?? null}
      row={field.cascadeFrom === undefined ? noRow : clean}
      ownerId={ownerId}
      required={isRequired(field, clean)}
      fault={form.faults.find((fault) => fault.field === name)?.message}
      standing={form.changed.includes(name) ? standingOf(view, name) : undefined}
      reason={reason}
      newer={newerValues ? { value: newerValues[name] } : undefined}
      onSet={form.set}
      onLeave={form.leave}
    />
  )
}

/** The values that another person saved while this form was open; null when nobody did. */
function newerOf({ state: { newer }, atOnce }: RecordFormModel) {
  if (!newer) return null
  return atOnce ? newer.effective : (newer.pending?.values ?? newer.effective)
}

function standingOf(view: RecordView | null, key: string): StandingValue {
  return {
    value: view?.effective?.[key],
    by: view?.appliedBy ?? null,
    on: view?.appliedAt ? fullDate(view.appliedAt) : null,
  }
}
