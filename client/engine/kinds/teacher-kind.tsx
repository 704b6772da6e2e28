import Select from 'antd/es/select'
import { useState } from 'react'
import { useOptions, useOptionsById } from '../data/options.ts'
import { isEmpty, members } from '../values.ts'
import { severalOf } from './several.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'

/** People of the writer's own scope, found by name or pinyin on the server. */
export function TeacherInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
  const [typed, setTyped] = useState('')
  const chosen = members(value).map(Number)
  const known = useOptionsById('teachers', chosen)
  const found = useOptions('teachers', typed)
  const people = new Map([...known, ...found.list].map((person) => [person.id, person]))
  const many = field.multiple === true
  return (
    <Select
      id={id}
      className="xr-fill"
      {...(many && severalOf)}
      value={many ? chosen : (chosen[0] ?? null)}
      options={[...people.values()].map(({ id: number, name, note }) => ({
        value: number,
        label: name,
        note,
      }))}
      onChange={(next: number | number[] | undefined) => onChange(isEmpty(next) ? null : next)}
      optionRender={({ data }) => (
        <span className="xr-coded">
          <span>{data.label}</span>
          <span className="x-faint">{data.note}</span>
        </span>
      )}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      loading={found.loading}
      placeholder="输姓名或拼音查找"
      notFoundContent={found.loading ? '正在查找…' : '没有找到这位教师'}
      allowClear={{ label: `清除${field.label}` }}
      {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
      aria-describedby={describedBy}
    />
  )
}

function TeacherDisplay({ value }: DisplayProps) {
  const ids = members(value).map(Number)
  const known = useOptionsById('teachers', ids)
  const nameOf = (id: number) => known.find((person) => person.id === id)?.name ?? '…'
  return <>{ids.map(nameOf).join('、')}</>
}

export const teacherKind: ClientKind = {
  Input: TeacherInput,
  Display: TeacherDisplay,
  text: () => null,
  Filter: null,
}
