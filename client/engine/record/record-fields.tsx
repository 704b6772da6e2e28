import { isVisible } from '../../../catalogue/rules/judge.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { clientKind } from '../kinds/kinds.ts'
import { isEmpty, isSame, type Values } from '../values.ts'
import { RevealValue } from './reveal-value.tsx'
import { FieldMark, type Mark } from './field-mark.tsx'
import { FieldValue } from './field-value.tsx'
import '../../ui/look/values.css'

/** The record as it was on a day; `values` is null when there was none. */
export interface PastValues {
  readonly date: string
  readonly values: Values | null
}

/** Every field of a record: effective value, pending value, and whether it is verified. */
export function RecordFields({
  definition,
  view,
  compared,
}: {
  definition: AnyRecord
  view: RecordView
  compared?: PastValues | null
}) {
  const row = view.effective ?? view.pending?.values ?? {}
  const both = { ...view.pending?.values, ...row }
  return definition.pages.form.map((section) => {
    const keys = section.fields.filter((key) => {
      const field = definition.fields[key]
      return (
        field &&
        (isVisible(field, row) ||
          (view.pending !== null && isVisible(field, view.pending.values)) ||
          !isEmpty(both[key]))
      )
    })
    if (keys.length === 0) return null
    return (
      <section key={section.title} className="xr-section">
        <h2>{section.title}</h2>
        <dl className="x-values">
          {keys.map((key) => {
            const field = definition.fields[key]
            return (
              field && (
                <ValueRow
                  key={key}
                  name={key}
                  field={field}
                  definition={definition}
                  view={view}
                  compared={compared ?? null}
                />
              )
            )
          })}
        </dl>
      </section>
    )
  })
}

function markOf(name: string, definition: AnyRecord, view: RecordView): Mark | null {
  const { pending, effective } = view
  if (pending?.reasons.some((one) => one.key === name)) return 'returned'
  const changes =
    pending !== null && (effective === null ? !isEmpty(pending.values[name]) : pending.changed.includes(name))
  if (changes && pending.state === 'inReview') return 'pending'
  // Records that the owner keeps alone are verified by nobody; a mark at each value would say nothing.
  if (definition.regime === 'own') return null
  return effective !== null && !isEmpty(effective[name]) ? 'verified' : 'unverified'
}

function ValueRow(props: {
  name: string
  field: Field
  definition: AnyRecord
  view: RecordView
  compared: PastValues | null
}) {
  const { name, field, definition, view, compared } = props
  const { effective, pending } = view
  const value = effective ? effective[name] : pending?.values[name]
  const beside = effective !== null && pending !== null && pending.changed.includes(name)
  const mark = markOf(name, definition, view)
  const reason = pending?.reasons.find((one) => one.key === name)?.reason
  return (
    <div className={clientKind(field).wide ? 'x-value x-value-wide' : 'x-value'} data-field={name}>
      <dt>{field.label}</dt>
      <dd>
        <span>
          {view.masked.includes(name) ? (
            <RevealValue definition={definition} id={view.id} name={name} field={field} value={value} />
          ) : (
            <FieldValue field={field} value={value} none="未填" />
          )}
        </span>
        {field.derived && <p className="x-faint x-note">由系统自动生成</p>}
        {beside && (
          <p className={reason ? 'xr-bad' : 'xr-accent'}>
            {stateLabel(pending.state, pending.level)}：
            <FieldValue field={field} value={pending.values[name]} />
          </p>
        )}
        {reason && <p className="xr-bad">退回意见：{reason}</p>}
        {compared && <Then field={field} value={value} compared={compared} name={name} />}
      </dd>
      {mark && (
        <dd className="xr-value-mark">
          <FieldMark mark={mark} />
        </dd>
      )}
    </div>
  )
}

/** The value on the chosen day, when it differs from the present one. */
function Then(props: { field: Field; value: unknown; compared: PastValues; name: string }) {
  const { field, value, compared, name } = props
  if (isSame(compared.values?.[name], value)) return null
  return (
    <p className="xr-then">
      {compared.date}：
      <FieldValue field={field} value={compared.values?.[name]} />
    </p>
  )
}
