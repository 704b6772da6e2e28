import Select from '../../../ui/library/select.tsx'
import { TabLeaves } from './tab-leaves.tsx'
import { usePinyin } from './pinyin.ts'
import type { FilterProps } from '../client-kind.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** Filters by one or several codes. The label stands inside the control, so that many fit in a line. */
export function ChoiceFilter({
  id,
  field,
  value,
  onChange,
  options,
}: FilterProps & { options: readonly Choice[] }) {
  const { matches, prepare } = usePinyin()
  const chosen = value.length > 1 ? `${value.length} 项` : undefined
  return (
    <TabLeaves several>
      <Select
        id={id}
        className="xr-filter"
        mode="multiple"
        value={[...value]}
        options={options.map((option) => ({ ...option }))}
        onChange={(codes: string[]) => onChange(codes)}
        onFocus={prepare}
        prefix={<span className="x-faint">{field.label}：</span>}
        placeholder="全部"
        aria-label={field.label}
        maxTagCount={chosen ? 0 : 1}
        maxTagPlaceholder={chosen ?? null}
        popupMatchSelectWidth={240}
        allowClear={{ label: `清除${field.label}` }}
        showSearch={{
          filterOption: (typed, option) => matches(typed, option?.label ?? '', option?.value ?? ''),
        }}
      />
    </TabLeaves>
  )
}
