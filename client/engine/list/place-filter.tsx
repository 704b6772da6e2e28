import Select from '../../ui/library/select.tsx'
import { useState } from 'react'
import { useOptions, useOptionsById } from '../data/options.ts'

/**
 * Narrows a list to a city, a district or a school of the reader's scope, found by a part of its name on the
 * server.
 */
export function PlaceFilter({
  value,
  onChange,
}: {
  value: number | null
  onChange: (id: number | null) => void
}) {
  const [typed, setTyped] = useState('')
  const known = useOptionsById('institutions', value === null ? [] : [value])
  const found = useOptions('institutions', typed)
  const places = new Map([...known, ...found.list].map((place) => [place.id, place]))
  return (
    <Select
      className="xr-filter"
      aria-label="单位"
      value={value}
      options={[...places.values()].map(({ id, name, note }) => ({ value: id, label: name, note }))}
      onChange={(next: number | undefined) => onChange(next ?? null)}
      optionRender={({ data }) => (
        <span className="xr-coded">
          <span>{data.label}</span>
          <span className="x-faint">{data.note}</span>
        </span>
      )}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      popupMatchSelectWidth={false}
      loading={found.loading}
      placeholder="全部单位"
      notFoundContent={found.loading ? '正在搜索…' : '没有找到这个单位'}
      allowClear={{ label: '清除单位' }}
    />
  )
}
