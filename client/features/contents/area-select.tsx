import { useAreas } from './areas.ts'

/** A chooser of the areas somebody may publish for, each level set in below the one above. */
export function AreaSelect({
  told,
  value,
  onChange,
}: {
  told: object
  value: string
  onChange: (code: string | null) => void
}) {
  const { data, isError } = useAreas()
  const list = data?.list ?? []
  const first = list[0]?.depth ?? 0
  return (
    <select {...told} value={value} onChange={(event) => onChange(event.target.value || null)}>
      <option value="">{isError ? '区域没能打开，请刷新' : '请选择'}</option>
      {value !== '' && !list.some(({ code }) => code === value) && (
        <option value={value}>区划 {value}</option>
      )}
      {list.map(({ code, name, depth }) => (
        <option key={code} value={code}>
          {'　'.repeat(depth - first)}
          {name}
        </option>
      ))}
    </select>
  )
}
