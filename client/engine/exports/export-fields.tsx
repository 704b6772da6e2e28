import { useId } from 'react'
import {
  exportPurposes,
  isSaid,
  type ExportFormat,
  type ExportPurpose,
} from '../../../catalogue/contract/administration/exports.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import '../../ui/forms/labelled.css'
import type { Choice } from './export-dialog.tsx'

/** What is missing, by the part of the dialog. */
export type Faults = Partial<Record<'columns' | 'purpose' | 'said', string>>

const formats = {
  xlsx: 'Excel 工作簿（xlsx），带导出说明',
  csv: '文本表格（csv），供其他软件读取',
  zip: 'Excel 和每条记录的附件（zip）',
} as const satisfies Record<ExportFormat, string>

interface Part {
  readonly choice: Choice
  readonly faults: Faults
  readonly onChange: (choice: Choice) => void
}

/** Purpose, columns and format of a file. */
export function ExportFields(
  props: Part & {
    offered: readonly { key: string; title: string }[]
    possible: readonly ExportFormat[]
    /** Columns that may be asked for in full. */
    opens: readonly { key: string; title: string }[]
  },
) {
  const { offered, possible, opens, choice, faults, onChange } = props
  return (
    <>
      <Purpose choice={choice} faults={faults} onChange={onChange} />
      <Columns offered={offered} choice={choice} faults={faults} onChange={onChange} />
      {opens.length > 0 && <InFull opens={opens} choice={choice} onChange={onChange} />}
      <fieldset className="xe-choices">
        <legend>格式</legend>
        {possible.map((format) => (
          <label key={format}>
            <input
              type="radio"
              name="format"
              checked={choice.format === format}
              onChange={() => onChange({ ...choice, format })}
            />
            {formats[format]}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** Numbers that come masked unless they are asked for in full, to which a second person agrees. */
function InFull({
  opens,
  choice,
  onChange,
}: Omit<Part, 'faults'> & { opens: readonly { key: string; title: string }[] }) {
  const { opened } = choice
  return (
    <fieldset className="xe-choices">
      <legend>
        完整号码 <span className="x-soft">不勾选则只显示一部分；勾选后须由第二人同意</span>
      </legend>
      {opens.map(({ key, title }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={opened.includes(key)}
            onChange={() =>
              onChange({
                ...choice,
                opened: opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key],
              })
            }
          />
          完整{title}
        </label>
      ))}
    </fieldset>
  )
}

const isPurpose = (text: string): text is ExportPurpose => Object.hasOwn(exportPurposes, text)

function Purpose({ choice, faults, onChange }: Part) {
  const id = useId()
  return (
    <div className="x-labelled xe-purpose">
      <label htmlFor={id}>用途</label>
      <select
        id={id}
        data-first-focus=""
        value={choice.purpose}
        aria-required="true"
        aria-invalid={faults.purpose !== undefined}
        aria-describedby={faults.purpose ? `${id}-fault` : undefined}
        onChange={({ target: { value } }) => onChange({ ...choice, purpose: isPurpose(value) ? value : '' })}
      >
        <option value="">请选择</option>
        {Object.entries(exportPurposes).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {faults.purpose && (
        <span className="xr-fault" id={`${id}-fault`} role="alert">
          {faults.purpose}
        </span>
      )}
      {choice.purpose !== '' && isSaid(choice.purpose) && (
        <TextField
          label="用途说明"
          value={choice.said}
          fault={faults.said}
          maxLength={200}
          onChange={(said) => onChange({ ...choice, said })}
        />
      )}
    </div>
  )
}

function Columns({
  offered,
  choice,
  faults,
  onChange,
}: Part & { offered: readonly { key: string; title: string }[] }) {
  const { columns } = choice
  // The order is that of the screen, however the boxes were ticked.
  const toggle = (key: string) =>
    onChange({
      ...choice,
      columns: offered.map((one) => one.key).filter((one) => (one === key) !== columns.includes(one)),
    })
  return (
    <fieldset className="xe-choices xe-columns">
      <legend>
        栏目 <span className="x-soft">已选 {columns.length} 列，与列表上一致</span>
      </legend>
      {offered.map(({ key, title }) => (
        <label key={key}>
          <input type="checkbox" checked={columns.includes(key)} onChange={() => toggle(key)} />
          {title}
        </label>
      ))}
      {faults.columns && columns.length === 0 && (
        <span className="xr-fault" role="alert">
          {faults.columns}
        </span>
      )}
    </fieldset>
  )
}
