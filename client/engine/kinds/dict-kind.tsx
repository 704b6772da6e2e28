import Select from '../../ui/library/select.tsx'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { dictionary, itemOf, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { choicesOf } from '../../../catalogue/rules/judge.ts'
import type { Field } from '../../../catalogue/define.ts'
import { isEmpty, members } from '../values.ts'
import { TabLeaves } from './controls/tab-leaves.tsx'
import type { ClientKind, FilterProps, InputProps } from './client-kind.ts'
import { ChoiceFilter } from './controls/choice-filter.tsx'
import { usePinyin } from './controls/pinyin.ts'
import { textDisplay } from './text-kind.tsx'

interface Option {
  readonly value: string
  readonly label: string
  /** The label and its aliases, by which the choice is found. */
  readonly words: string
}

/**
 * Few choices need no search box on a phone, where it would bring up the keyboard; all the same it can be
 * typed in.
 */
function DictInput({ id, field, value, row, invalid, describedBy, onChange }: InputProps) {
  const { matches, prepare } = usePinyin()
  const options = useMemo(
    () =>
      choicesOf(field, row).map(({ code, label, aliases }) => ({
        value: code,
        label,
        words: [label, ...(aliases ?? [])].join(' '),
      })),
    [field, row],
  )
  useUnfitDropped(field, options, value, onChange)
  const waits = field.cascadeFrom !== undefined && isEmpty(row[field.cascadeFrom])
  const many = field.multiple === true
  return (
    <TabLeaves several={many}>
      <Select
        id={id}
        className="xr-fill"
        {...(many && { mode: 'multiple' as const })}
        value={many ? members(value).map(String) : isEmpty(value) ? null : String(value)}
        options={options.map((option) => (many ? blocked(field, option, value) : { ...option }))}
        onChange={(next: string | string[] | undefined) => onChange(isEmpty(next) ? null : next)}
        onFocus={prepare}
        placeholder={waits ? '请先选前一栏' : '请选择，可输名称、拼音首字母或代码'}
        notFoundContent={waits ? '请先选前一栏' : '没有这一项'}
        labelRender={({ label, value: code }) =>
          label ?? (field.dict ? labelOf(field.dict, String(code)) : String(code))
        }
        optionRender={({ data }) => <CodedLabel {...data} />}
        showSearch={{
          filterOption: (typed, option) => matches(typed, option?.words ?? '', option?.value ?? ''),
        }}
        allowClear={{ label: `清除${field.label}` }}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
    </TabLeaves>
  )
}

/** The label with its code at the right. */
function CodedLabel({ label, value }: Pick<Option, 'label' | 'value'>) {
  return (
    <span className="xr-coded">
      <span>{label}</span>
      <span className="x-faint x-num">{value}</span>
    </span>
  )
}

/** Disables choices that exclude one another (`exclusiveItems`). */
function blocked(field: Field, option: Option, value: unknown) {
  const chosen = members(value).map(String)
  const alone = field.exclusiveItems ?? []
  const others = chosen.filter((code) => code !== option.value)
  const disabled =
    others.some((code) => alone.includes(code)) || (alone.includes(option.value) && others.length > 0)
  return { ...option, disabled }
}

/**
 * Drops a choice that does not fit the parent field after that was changed. When one choice is left, the
 * person still chooses it themselves.
 */
function useUnfitDropped(
  field: Field,
  options: readonly Option[],
  value: unknown,
  onChange: (value: unknown) => void,
) {
  const drop = useEffectEvent((codes: readonly string[]) => {
    if (field.cascadeFrom === undefined || codes.length === 0 || isEmpty(value)) return
    const stays = (code: string) =>
      codes.includes(code) || (field.dict !== undefined && itemOf(field.dict, code)?.ended === true)
    const left = members(value).filter((code) => stays(String(code)))
    if (left.length === members(value).length) return
    onChange(field.multiple && left.length > 0 ? left : null)
  })
  // Only a changed parent drops a choice: a stored value is shown as it is until then.
  useEffect(() => drop(options.map((option) => option.value)), [options])
}

function DictFilter(props: FilterProps) {
  const { field } = props
  const options = useMemo(() => {
    if (field.dict === undefined) return []
    return dictionary(field.dict)
      .items.filter((item) => item.selectable || item.ended)
      .map(({ code, label }) => ({ value: code, label }))
  }, [field])
  return <ChoiceFilter {...props} options={options} />
}

function text(value: unknown, field: Field): string {
  const label = (code: unknown) => (field.dict ? labelOf(field.dict, String(code)) : String(code))
  return members(value).map(label).join('、')
}

export const dictKind: ClientKind = { Input: DictInput, Display: textDisplay(text), text, Filter: DictFilter }
