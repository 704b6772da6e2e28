import { isVisible } from '../../../../catalogue/rules/judge.ts'
import type { AnyRecord, Field } from '../../../../catalogue/define.ts'
import type { PendingView, RecordView } from '../../../../catalogue/contract/archive/records.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { isMarkedWithin } from '../../kinds/difference.tsx'
import { clientKind } from '../../kinds/kinds.ts'
import { textOf } from '../../kinds/show.tsx'
import { FieldValue } from '../../record/field-value.tsx'
import { isEmpty, type Values } from '../../values.ts'
import { addedCharacters } from './char-diff.ts'
import type { Reasons } from '../reasons/use-reasons.ts'

export interface DiffTableProps {
  readonly definition: AnyRecord
  readonly view: RecordView
  readonly pending: PendingView
  readonly onlyChanged: boolean
  readonly reasons: Reasons
  readonly onPoint: (key: string) => void
}

/** Keys of the rows: fields that the proposed values show, and fields that they empty. */
export function keysOf(definition: AnyRecord, view: RecordView, pending: PendingView): string[] {
  const keys = definition.pages.form.flatMap((section) => section.fields)
  return keys.filter((key) => {
    const field = definition.fields[key]
    return (
      field &&
      (isVisible(field, pending.values) || !isEmpty(view.effective?.[key])) &&
      !(field.derived && !view.effective)
    )
  })
}

/** The table of fields: 栏目, 现行值, 申报值, 核. Changed rows are apricot, rows with a reason red. */
export function DiffTable(props: DiffTableProps) {
  const { definition, view, pending, onlyChanged } = props
  const keys = keysOf(definition, view, pending).filter(
    (key) => !onlyChanged || pending.changed.includes(key),
  )
  return (
    <table className="xr-diff" data-testid="diff">
      <thead>
        <tr>
          <th scope="col">栏目</th>
          {view.effective && <th scope="col">现行值</th>}
          <th scope="col">申报值</th>
          <th scope="col">核</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const field = definition.fields[key]
          return field && <DiffRow key={key} name={key} field={field} {...props} />
        })}
      </tbody>
    </table>
  )
}

function DiffRow({
  name,
  field,
  view,
  pending,
  reasons,
  onPoint,
}: DiffTableProps & { name: string; field: Field }) {
  const changed = pending.changed.includes(name)
  const told = reasons.of(name)
  const since = pending.sinceMyLook?.includes(name) === true
  const classes = [changed && view.effective && 'xr-diff-changed', told.length > 0 && 'xr-diff-wrong']
    .filter(Boolean)
    .join(' ')
  return (
    <tr className={classes} data-field={name}>
      <th scope="row">{field.label}</th>
      {view.effective && (
        <td className="xr-old">
          <span className="xr-old-word">现行　</span>
          <FieldValue field={field} value={view.effective[name]} />
        </td>
      )}
      <td>
        {changed && view.effective ? (
          <Marked field={field} before={view.effective} now={pending.values} name={name} />
        ) : (
          <FieldValue field={field} value={pending.values[name]} />
        )}
        {since && <span className="xr-tag xr-tag-accent">上次看后又改</span>}
        {told.map((reason) => (
          <span key={reason} className="xr-bad x-note">
            {'　'}
            {reason}
          </span>
        ))}
      </td>
      <td>
        <button
          type="button"
          className={told.length > 0 ? 'xr-check xr-bad' : 'xr-check'}
          aria-label={
            told.length > 0 ? `${field.label}有 ${told.length} 条意见，再写一条` : `给“${field.label}”写意见`
          }
          title="写意见"
          onClick={() => onPoint(name)}
        >
          <Icon name={told.length > 0 ? 'return' : changed ? 'check' : 'edit'} />
        </button>
      </td>
    </tr>
  )
}

/** The proposed value, with the characters marked that the effective one does not have. */
function Marked({ field, before, now, name }: { field: Field; before: Values; now: Values; name: string }) {
  const { Difference } = clientKind(field)
  if (Difference && isMarkedWithin(field, before[name], now[name]))
    return <Difference field={field} before={before[name]} after={now[name]} />
  const old = textOf(field, before[name])
  const text = textOf(field, now[name])
  if (old === null || text === null || text === '') return <FieldValue field={field} value={now[name]} />
  const pieces = addedCharacters(old, text)
  // The two values have nothing in common: a mark over the whole value would tell nothing.
  if (pieces.every((piece) => piece.added)) return <FieldValue field={field} value={now[name]} />
  return (
    <span className="xr-marked">
      {pieces.map((piece, i) => (piece.added ? <mark key={i}>{piece.text}</mark> : piece.text))}
    </span>
  )
}
