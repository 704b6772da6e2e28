import Select from '../../ui/library/select.tsx'
import { useState } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { useOptions, useOptionsById, type OptionSource } from '../data/options.ts'
import { isEmpty, members } from '../values.ts'
import { TabLeaves } from './controls/tab-leaves.tsx'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'

interface Words {
  readonly placeholder: string
  readonly none: string
}

const words: Readonly<Record<OptionSource, Words>> = {
  teachers: { placeholder: '输姓名或拼音搜索', none: '没有找到这位教师' },
  institutions: { placeholder: '输单位名称搜索', none: '没有找到这个单位' },
  'processes/institutions': { placeholder: '输学校名称或拼音搜索', none: '没有找到这所学校' },
  'processes/offices': { placeholder: '输单位名称或拼音搜索', none: '没有找到这个单位' },
}

/** Teachers or institutions of the writer's scope, found by name on the server. */
function OptionsInput({
  of,
  id,
  field,
  value,
  invalid,
  describedBy,
  onChange,
}: InputProps & { of: OptionSource }) {
  const [typed, setTyped] = useState('')
  const chosen = members(value).map(Number)
  const known = useOptionsById(of, chosen)
  const found = useOptions(of, typed)
  const people = new Map([...known, ...found.list].map((person) => [person.id, person]))
  const many = field.multiple === true
  return (
    <TabLeaves several={many}>
      <Select
        id={id}
        className="xr-fill"
        {...(many && { mode: 'multiple' as const })}
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
        placeholder={words[of].placeholder}
        notFoundContent={found.loading ? '正在搜索…' : words[of].none}
        allowClear={{ label: `清除${field.label}` }}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
    </TabLeaves>
  )
}

function OptionsDisplay({ of, value }: DisplayProps & { of: OptionSource }) {
  const ids = members(value).map(Number)
  const known = useOptionsById(of, ids)
  const nameOf = (id: number) => known.find((person) => person.id === id)?.name ?? '…'
  return <>{ids.map(nameOf).join('、')}</>
}

function optionsKind(among: (field: Field) => OptionSource): ClientKind {
  return {
    Input: (props) => <OptionsInput of={among(props.field)} {...props} />,
    Display: (props) => <OptionsDisplay of={among(props.field)} {...props} />,
    text: () => null,
    Filter: null,
  }
}

export const teacherKind = optionsKind(() => 'teachers')
export const institutionKind = optionsKind(({ anywhere }) => {
  if (anywhere === 'everyLevel') return 'processes/offices'
  return anywhere ? 'processes/institutions' : 'institutions'
})

/** Chooses a teacher outside of a form’s fields: the owner of a new record. */
export const TeacherInput = teacherKind.Input
