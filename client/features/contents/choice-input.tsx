import { useEffect, useState } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'

/** Several codes of a dictionary, or several areas of the region, to be ticked. */
export function ChoiceInput({
  id,
  field,
  value,
  describedBy,
  onChange,
}: {
  id: string
  field: Field
  value: unknown
  describedBy: string | undefined
  onChange: (value: unknown) => void
}) {
  const areas = useAreas(field.kind === 'area')
  const items: readonly (readonly [code: string, label: string])[] = field.dict
    ? selectable(field.dict).map(({ code, label }) => [code, label] as const)
    : areas
  const held = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const unknown = held
    .filter((code) => !items.some(([one]) => one === code))
    .map((code) => [code, code] as const)
  const toggle = (code: string) => {
    const next = held.includes(code) ? held.filter((one) => one !== code) : [...held, code]
    onChange(next.length > 0 ? next : null)
  }
  return (
    <fieldset id={id} aria-label={field.label} aria-describedby={describedBy} className="contents-choices">
      {[...items, ...unknown].map(([code, label]) => (
        <label key={code}>
          <input type="checkbox" checked={held.includes(code)} onChange={() => toggle(code)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** The table of areas is large: it is fetched when a form asks for one. */
function useAreas(wanted: boolean): readonly (readonly [string, string])[] {
  const [areas, setAreas] = useState<readonly (readonly [string, string])[]>([])
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void import('../../../catalogue/areas/areas.ts').then(
      ({ areaDictionary }) => !gone && setAreas(areaDictionary('areaCode')),
    )
    return () => {
      gone = true
    }
  }, [wanted])
  return areas
}
