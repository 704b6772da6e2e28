import type { JoinPreview } from '../../../catalogue/contract/archive/joining.ts'
import { Show } from '../../engine/kinds/show.tsx'
import { definitionOf } from '../../engine/registry.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

type Single = JoinPreview['singles'][number]
type Collision = JoinPreview['collisions'][number]

const sides = ['kept', 'joined'] as const
type Side = (typeof sides)[number]
const sideWords: Readonly<Record<Side, string>> = { kept: '保留的一份', joined: '并入的一份' }

export interface ChoiceProps {
  /** What is taken from the joined archive, by name. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (names: readonly string[], side: Side) => void
}

/** Two values, or two records, of which one is chosen. */
interface Row {
  readonly name: string
  readonly label: string
  readonly type: string
  /** Fields that differ; their labels stand before the values where there are several. */
  readonly keys: readonly string[]
  readonly values: Single['values']
  readonly labelled: boolean
}

function Values({ row, side }: { row: Row; side: Side }) {
  return row.keys.map((key) => {
    const field = definitionOf(row.type)?.fields[key]
    return (
      field && (
        <span key={key} className="joining-value">
          {row.labelled && <span className="x-soft">{field.label}：</span>}
          <Show field={field} value={row.values[side][key]} none="没有填" />
        </span>
      )
    )
  })
}

/** Rows of which each is chosen from one of the two archives, or all at once. */
function ChoiceTable({ rows, chosen, onChoose }: { rows: readonly Row[] } & ChoiceProps) {
  const names = rows.map(({ name }) => name)
  return (
    <table className="joining-table">
      <thead>
        <tr>
          <th scope="col">栏目</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {sideWords[side]}
              {rows.length > 1 && (
                <Button look="text" onClick={() => onChoose(names, side)}>
                  都选这一份
                </Button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.label}</th>
            {sides.map((side) => (
              <td key={side} data-head={side === 'kept' ? '保留' : '并入'}>
                <label className="joining-choice">
                  <input
                    type="radio"
                    name={row.name}
                    aria-label={`${row.label}：${sideWords[side]}`}
                    checked={chosen.has(row.name) === (side === 'joined')}
                    onChange={() => onChoose([row.name], side)}
                  />
                  <span>
                    <Values row={row} side={side} />
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a person has once: each field that differs is chosen. */
export function Singles({ singles, ...choosing }: { singles: readonly Single[] } & ChoiceProps) {
  return singles.map(({ type, title, keys, values }) => (
    <Panel key={type} title={`${title}：${keys.length} 处不同`} flush>
      <ChoiceTable
        rows={keys.map((key) => ({
          name: `${type}.${key}`,
          label: definitionOf(type)?.fields[key]?.label ?? key,
          type,
          keys: [key],
          values,
          labelled: false,
        }))}
        {...choosing}
      />
    </Panel>
  ))
}

/**
 * Records of which one may stand by a rule: one of the two is chosen whole, the other one stays in the
 * history.
 */
export function Collisions({ collisions, ...choosing }: { collisions: readonly Collision[] } & ChoiceProps) {
  const types = [...new Set(collisions.map(({ type }) => type))]
  return types.map((type) => {
    const rows = collisions.filter((one) => one.type === type)
    return (
      <Panel key={type} title={`${rows[0]?.title ?? ''}：${rows.length} 条只能留一条`} flush>
        <ChoiceTable
          rows={rows.map(({ joinedId, summary, keys, values }) => ({
            name: joinedId,
            label: summary,
            type,
            keys,
            values,
            labelled: true,
          }))}
          {...choosing}
        />
      </Panel>
    )
  })
}
