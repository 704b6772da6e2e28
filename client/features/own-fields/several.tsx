import type { FieldChoice } from './type-words.ts'

/** Several fields, in the order in which they were chosen. */
export function Several(props: {
  legend: string
  choices: readonly FieldChoice[]
  chosen: readonly string[]
  fault: string | undefined
  onChange: (keys: string[]) => void
}) {
  const { legend, choices, chosen, fault, onChange } = props
  return (
    <fieldset className="x-labelled own-uses">
      <legend>{legend}</legend>
      {choices.map(({ code, label }) => (
        <label key={code}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
            }
          />{' '}
          {label}
        </label>
      ))}
      {choices.length === 0 && <span className="x-faint">请先新增栏目</span>}
      {fault && <span className="own-fault">{fault}</span>}
    </fieldset>
  )
}
