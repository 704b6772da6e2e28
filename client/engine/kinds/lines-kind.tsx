import { useEffect, useRef, type RefObject } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { faultyCells, lineOf, type Line } from '../../../catalogue/kinds/lines.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import { Button } from '../../ui/forms/button.tsx'
import { members } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import './kinds.css'

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const linesOf = (value: unknown): readonly Line[] => members(value).filter(isLine)

/**
 * Finds the kind of a cell. kinds.ts imports this file and passes the function in, because an import back
 * would be a cycle.
 */
type KindOf = (field: Field) => ClientKind

/** Lines to write: each has one input per field; lines can be added up to `most`. */
function linesInput(kindOf: KindOf) {
  return function LinesInput({ id, field, value, ownerId, invalid, onChange }: InputProps) {
    const list = useRef<HTMLFieldSetElement>(null)
    const focusAfter = useFocusAfter(list)
    const lines = linesOf(value)
    const rows = lines.length > 0 ? lines : [lineOf(field, {})]
    const most = field.most ?? 50
    const faults = invalid ? faultyCells(lines, field) : []
    const set = (index: number, key: string, cell: unknown) =>
      onChange(rows.map((line, at) => (at === index ? lineOf(field, { ...line, [key]: cell }) : line)))
    const add = () => {
      onChange([...rows, lineOf(field, {})])
      focusAfter(rows.length)
    }
    const remove = (index: number) => {
      const left = rows.filter((_, at) => at !== index)
      onChange(left.length > 0 ? left : null)
      focusAfter(Math.min(index, left.length - 1))
    }
    return (
      <fieldset ref={list} className="xr-child-lines" id={id} aria-labelledby={`${id}-label`} tabIndex={-1}>
        {rows.map((line, index) => (
          <fieldset key={index} className="xr-child-line">
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
                fault={faults.find((one) => one.line === index && one.key === key)?.message}
                onChange={(next) => set(index, key, next)}
              />
            ))}
            <Button look="text" onClick={() => remove(index)}>
              删去<span className="x-hidden">第 {index + 1} 行</span>
            </Button>
          </fieldset>
        ))}
        {rows.length < most && <Button onClick={add}>添一行</Button>}
      </fieldset>
    )
  }
}

/**
 * Puts the focus into a line once it is drawn. A removed line, or the last one that may be added, takes the
 * pressed button away, and the focus would fall back to the top of the page.
 */
function useFocusAfter(list: RefObject<HTMLElement | null>): (line: number) => void {
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const line = list.current?.querySelectorAll('.xr-child-line')[Math.max(0, wanted.current)]
    wanted.current = null
    line?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  })
  return (line) => {
    wanted.current = line
  }
}

/** One cell: label, input and fault. */
function Cell(props: Omit<InputProps, 'invalid'> & { kind: ClientKind; fault: string | undefined }) {
  const { kind, fault, ...cell } = props
  const { id, field } = cell
  const Label = kind.group ? 'span' : 'label'
  return (
    <div className="xr-child-cell" {...(fault && { 'data-wrong': true })}>
      <Label id={`${id}-label`} {...(!kind.group && { htmlFor: id })}>
        {field.label}
        {field.required && <span className="xr-star">*</span>}
        {field.required && <span className="x-hidden">（必填）</span>}
      </Label>
      <kind.Input {...cell} invalid={fault !== undefined} describedBy={fault && `${id}-fault`} />
      {fault && (
        <p className="xr-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Lines to read, as a table; on phones one below the other, each cell with its label. */
function linesDisplay(kindOf: KindOf) {
  return function LinesDisplay({ field, value }: DisplayProps) {
    const cells = Object.entries(field.lines ?? {})
    return (
      <section className="xr-child-table" tabIndex={0} aria-label={`${field.label}，可左右滚动`}>
        <table>
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
                  return (
                    <td key={key} data-label={cell.label}>
                      {held !== null && <Display field={cell} value={held} />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
