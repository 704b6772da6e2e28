import type { Field } from '../../../catalogue/define.ts'
import { lineOf, type Line } from '../../../catalogue/kinds/lines.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import { Button } from '../../ui/forms/button.tsx'
import { members } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import './kinds.css'

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const linesOf = (value: unknown): readonly Line[] => members(value).filter(isLine)

/** Inputs and shown values of the cells (kinds.ts, which imports this file, hands the kinds in). */
type KindOf = (field: Field) => ClientKind

/** Lines to write: a line holds one input per field; lines are added up to the most there may be. */
function linesInput(kindOf: KindOf) {
  return function LinesInput({ id, field, value, ownerId, onChange }: InputProps) {
    const lines = linesOf(value)
    const rows = lines.length > 0 ? lines : [lineOf(field, {})]
    const most = field.most ?? 50
    const set = (index: number, key: string, cell: unknown) =>
      onChange(rows.map((line, at) => (at === index ? lineOf(field, { ...line, [key]: cell }) : line)))
    const remove = (index: number) => {
      const left = rows.filter((_, at) => at !== index)
      onChange(left.length > 0 ? left : null)
    }
    return (
      <fieldset className="xr-line-list" id={id} aria-labelledby={`${id}-label`} tabIndex={-1}>
        {rows.map((line, index) => (
          <fieldset key={index} className="xr-line">
            <legend>第 {index + 1} 行</legend>
            {Object.entries(field.lines ?? {}).map(([key, cell]) => (
              <Cell
                key={key}
                id={`${id}-${index}-${key}`}
                kind={kindOf(cell)}
                field={cell}
                value={line[key] ?? null}
                row={line}
                ownerId={ownerId}
                onChange={(next) => set(index, key, next)}
              />
            ))}
            <Button look="text" onClick={() => remove(index)}>
              删去<span className="x-hidden">第 {index + 1} 行</span>
            </Button>
          </fieldset>
        ))}
        {rows.length < most && <Button onClick={() => onChange([...rows, lineOf(field, {})])}>添一行</Button>}
      </fieldset>
    )
  }
}

/** One cell with its label. */
function Cell({ kind, ...cell }: Omit<InputProps, 'invalid'> & { kind: ClientKind }) {
  const { id, field } = cell
  const Label = kind.group ? 'span' : 'label'
  return (
    <div className="xr-line-cell">
      <Label id={`${id}-label`} {...(!kind.group && { htmlFor: id })}>
        {field.label}
        {field.required && <span className="xr-star">*</span>}
      </Label>
      <kind.Input {...cell} invalid={false} />
    </div>
  )
}

/** Lines to read, as a table. */
function linesDisplay(kindOf: KindOf) {
  return function LinesDisplay({ field, value }: DisplayProps) {
    const cells = Object.entries(field.lines ?? {})
    return (
      <table className="xr-line-table">
        <thead>
          <tr>
            {cells.map(([key, cell]) => (
              <th key={key} scope="col">
                {cell.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(value).map((line, index) => (
            <tr key={index}>
              {cells.map(([key, cell]) => {
                const { Display } = kindOf(cell)
                const held = line[key] ?? null
                return <td key={key}>{held !== null && <Display field={cell} value={held} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
}

/** A few lines of small fields. */
export function linesKind(kindOf: KindOf): ClientKind {
  return {
    Input: linesInput(kindOf),
    Display: linesDisplay(kindOf),
    text: (value, field) => textOf(field, linesOf(value)),
    Filter: null,
    wide: true,
    group: true,
  }
}
