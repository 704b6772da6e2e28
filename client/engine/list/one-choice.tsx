import Select from '../../ui/library/select.tsx'
import { TabLeaves } from '../kinds/controls/tab-leaves.tsx'
import { usePinyin } from '../kinds/controls/pinyin.ts'
import './list.css'

export interface Choice {
  readonly value: string
  readonly label: string
}

/**
 * Chooses one of several, found by label, pinyin initials or code; its label stands inside. `clear` names the
 * button that takes the choice back, where it can be; '' is no choice.
 */
export function OneChoice({
  id,
  label,
  hint,
  value,
  options,
  clear,
  bare,
  onChange,
}: {
  id?: string
  label: string
  hint?: string
  value: string
  options: readonly Choice[]
  clear?: string
  /** The label is said elsewhere: in the head of a column. */
  bare?: boolean
  onChange: (value: string) => void
}) {
  const { matches, prepare } = usePinyin()
  return (
    <TabLeaves several={false}>
      <Select
        {...(id !== undefined && { id })}
        className="xr-filter"
        value={value === '' ? null : value}
        options={options.map((option) => ({ ...option }))}
        onChange={(next: string | undefined) => onChange(next ?? '')}
        onFocus={prepare}
        {...(bare !== true && { prefix: <span className="x-faint">{label}：</span> })}
        placeholder={hint}
        aria-label={label}
        popupMatchSelectWidth={240}
        allowClear={clear === undefined ? false : { label: clear }}
        showSearch={{
          filterOption: (typed, option) => matches(typed, option?.label ?? '', option?.value ?? ''),
        }}
      />
    </TabLeaves>
  )
}
