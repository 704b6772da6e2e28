import { memo } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { clientKind } from '../kinds/kinds.ts'
import { Show } from '../kinds/show.tsx'
import { FieldValue } from '../record/field-value.tsx'
import { isSame, type Values } from '../values.ts'
import { controlId } from './focus-field.ts'
import '../engine.css'
import './form.css'

/** The effective value that the typed one would replace, and who verified it when. */
export interface StandingValue {
  readonly value: unknown
  readonly by: string | null
  readonly on: string | null
}

export interface FieldRowProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly row: Values
  readonly ownerId?: number | undefined
  readonly required: boolean
  readonly fault?: string | undefined
  /** Given when the typed value differs from the effective one. */
  readonly standing?: StandingValue | undefined
  readonly reason?: string | undefined
  /** The value that another person saved while this form was open. */
  readonly newer?: { readonly value: unknown } | undefined
  readonly onSet: (key: string, value: unknown) => void
  readonly onLeave: (key: string) => void
}

/** One field of a form: label, control, and below it fault, effective value, reason of a return and help. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { name, field, value, row, required, fault, standing, reason, newer, onSet, onLeave } = props
  const kind = clientKind(field)
  const id = controlId(name)
  const says = [field.help, field.example && `例如 ${field.example}`].filter(Boolean).join('；')
  const beneath = { fault, reason, help: says, now: standing }
  const describedBy = Object.entries(beneath)
    .flatMap(([part, there]) => (there ? [`${id}-${part}`] : []))
    .join(' ')
  const classes = [
    'xr-field',
    kind.wide && 'xr-wide',
    standing && 'xr-changed',
    (fault || reason) && 'xr-wrong',
  ].filter(Boolean)
  return (
    <div
      className={classes.join(' ')}
      data-field={name}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The focus moved within the field, e.g. from cell to cell of its lines: the person is still filling
        // it in.
        if (!currentTarget.contains(relatedTarget)) onLeave(name)
      }}
    >
      <Heading id={id} field={field} required={required} changed={standing !== undefined} />
      <kind.Input
        id={id}
        field={field}
        value={value}
        row={row}
        ownerId={props.ownerId}
        invalid={fault !== undefined}
        describedBy={describedBy === '' ? undefined : describedBy}
        onChange={(next) => onSet(name, next)}
      />
      {fault && (
        <p className="xr-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {standing && <StandingLine id={`${id}-now`} field={field} standing={standing} />}
      {newer && !isSame(newer.value, value) && (
        <Newer field={field} value={newer.value} onTake={() => onSet(name, newer.value)} />
      )}
      {reason && (
        <p className="xr-return-reason" id={`${id}-reason`}>
          <b>退回意见</b>　{reason}
        </p>
      )}
      {says && (
        <p className="xr-help" id={`${id}-help`}>
          {says}
        </p>
      )}
    </div>
  )
})

/**
 * The label. A group of controls (radio buttons, lines) is named by it through aria-labelledby, since `for`
 * reaches only one control.
 */
function Heading(props: { id: string; field: Field; required: boolean; changed: boolean }) {
  const { id, field, required, changed } = props
  const { group } = clientKind(field)
  const Label = group ? 'span' : 'label'
  return (
    <div className="xr-label">
      <Label id={`${id}-label`} {...(!group && { htmlFor: id })}>
        {field.label}
        {required && (
          <span className="xr-star" aria-hidden="true">
            *
          </span>
        )}
        {required && <span className="x-hidden">（必填）</span>}
      </Label>
      {changed && <span className="xr-mark">已改</span>}
    </div>
  )
}

/** The value that another person saved while this form was open, to be taken over. */
function Newer({ field, value, onTake }: { field: Field; value: unknown; onTake: () => void }) {
  return (
    <div className="xr-newer">
      <span className="xr-tag">别处刚存的</span>
      <Show field={field} value={value} />
      <button type="button" onClick={onTake}>
        用这个
      </button>
    </div>
  )
}

function StandingLine({ id, field, standing }: { id: string; field: Field; standing: StandingValue }) {
  return (
    <div className="xr-now" id={id}>
      <span className="xr-tag xr-tag-pass">现行</span>
      <b>
        <FieldValue field={field} value={standing.value} />
      </b>
      {standing.on && (
        <span className="x-faint">
          {standing.on} {standing.by ?? ''}核验
        </span>
      )}
    </div>
  )
}

/** A field that the other side writes: its value, and who writes it. */
export function ReadOnlyRow(props: {
  name: string
  field: Field
  value: unknown
  word: string
  none: string
}) {
  const { name, field, value, word, none } = props
  return (
    <div className={clientKind(field).wide ? 'xr-field xr-wide' : 'xr-field'} data-field={name}>
      <div className="xr-label">
        <span>{field.label}</span>
        <span className="x-faint x-note">{word}</span>
      </div>
      <div className="xr-readonly" id={controlId(name)} tabIndex={-1}>
        <FieldValue field={field} value={value} none={none} />
      </div>
    </div>
  )
}
