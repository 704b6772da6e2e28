import { chosenColumns, columnsFor, mostColumns } from '../../../catalogue/query/columns.ts'
import type { QuerySection } from '../../../catalogue/query/fields.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import type { Desk } from './model.ts'

/** The columns of the result in their order; the name leads and stays. */
export function ColumnsPanel(props: {
  desk: Desk
  sections: readonly QuerySection[]
  onChange: (columns: readonly string[]) => void
}) {
  const { desk, sections, onChange } = props
  const shown = chosenColumns(desk.query, sections, desk.columns)
  const keys = shown.map(({ key }) => key)
  const others = columnsFor(desk.query, sections).filter(({ key }) => !keys.includes(key))
  const move = (at: number, by: number) => {
    const next = [...keys]
    const [one] = next.splice(at, 1)
    if (one !== undefined) next.splice(at + by, 0, one)
    onChange(next)
  }
  return (
    <section aria-labelledby="xq-columns">
      <div className="xq-side-head">
        <h2 id="xq-columns">结果列</h2>
        <span className="x-num x-faint">{shown.length}</span>
      </div>
      <ol className="xq-columns">
        {shown.map(({ key, label, from }, at) => (
          <li key={key}>
            <span>{label}</span>
            <span className="x-note x-faint">{from}</span>
            {at > 0 && (
              <span className="xq-column-acts">
                {at > 1 && (
                  <Button look="text" icon="up" aria-label={`${label}前移`} onClick={() => move(at, -1)} />
                )}
                {at < shown.length - 1 && (
                  <Button look="text" icon="down" aria-label={`${label}后移`} onClick={() => move(at, 1)} />
                )}
                <Button
                  look="text"
                  icon="close"
                  aria-label={`移除${label}列`}
                  onClick={() => onChange(keys.filter((one) => one !== key))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {shown.length < mostColumns && (
        <OneChoice
          label="加列"
          hint="请选择"
          value=""
          options={others.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => onChange([...keys, key])}
        />
      )}
    </section>
  )
}
