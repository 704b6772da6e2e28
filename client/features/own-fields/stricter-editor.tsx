import type { Field } from '../../../catalogue/define.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { kindRules, type OwnBody, type StricterField } from '../../../catalogue/own/body.ts'
import { TextField } from '../../ui/forms/text-field.tsx'

/** What the highest office asks more of a shipped field, or that it does without it. */
export function StricterEditor({
  fieldKey,
  field,
  body,
  faultAt,
  onChange,
}: {
  fieldKey: string
  field: Field
  body: OwnBody
  faultAt: (path: string) => string | undefined
  onChange: (body: OwnBody) => void
}) {
  const at = body.tightened.findIndex((one) => one.field === fieldKey)
  const asked: StricterField = body.tightened[at] ?? { field: fieldKey }
  const isHidden = body.hidden.includes(fieldKey)
  const put = (part: Partial<StricterField>) => {
    const { field: _key, ...said } = { ...asked, ...part }
    const kept = Object.entries(said).filter(([, value]) => value !== undefined && value !== '')
    const others = body.tightened.filter((one) => one.field !== fieldKey)
    const entry = { field: fieldKey, ...Object.fromEntries(kept) }
    onChange({ ...body, tightened: kept.length > 0 ? [...others, entry] : others })
  }
  const fault = (part: string) => faultAt(`tightened.${at}.${part}`)
  return (
    <div className="own-fields">
      <p className="x-soft">已有栏目只能要求得更多，不能放宽；对所有下级单位生效。</p>
      {faultAt(`tightened.${at}`) && <p className="own-fault">{faultAt(`tightened.${at}`)}</p>}
      {!field.required && (
        <TextField
          label="必填的起始日期（不填为不变）"
          type="date"
          value={asked.requiredFrom ?? ''}
          fault={fault('requiredFrom')}
          onChange={(requiredFrom) => put({ requiredFrom })}
        />
      )}
      {kindRules[field.kind]?.length && (
        <TextField
          label={`至多几个字（现为 ${field.maxLength ?? 100}）`}
          inputMode="numeric"
          value={asked.maxLength === undefined ? '' : String(asked.maxLength)}
          fault={fault('maxLength')}
          onChange={(text) => put({ maxLength: /^\d{1,4}$/.test(text) ? Number(text) : undefined })}
        />
      )}
      <TextField
        label="填写说明"
        maxLength={100}
        value={asked.help ?? ''}
        fault={fault('help')}
        onChange={(help) => put({ help })}
      />
      <Options field={field} asked={asked} fault={fault('without')} onChange={put} />
      {!field.required && (
        <label className="own-acts">
          <input
            type="checkbox"
            checked={isHidden}
            onChange={({ target }) =>
              onChange({
                ...body,
                hidden: target.checked
                  ? [...body.hidden, fieldKey]
                  : body.hidden.filter((key) => key !== fieldKey),
              })
            }
          />
          不用该栏目（表单和列表不再显示，已填的保留）
        </label>
      )}
      {faultAt(`hidden.${body.hidden.indexOf(fieldKey)}`) && (
        <p className="own-fault">{faultAt(`hidden.${body.hidden.indexOf(fieldKey)}`)}</p>
      )}
    </div>
  )
}

/** Options that are offered no more; a long table is not listed here. */
function Options({
  field,
  asked,
  fault,
  onChange,
}: {
  field: Field
  asked: StricterField
  fault: string | undefined
  onChange: (part: Partial<StricterField>) => void
}) {
  const items = field.dict === undefined ? [] : selectable(field.dict)
  if (items.length === 0 || items.length > 40) return null
  const without = asked.without ?? []
  return (
    <fieldset className="x-labelled own-uses">
      <legend>可选的选项</legend>
      {items
        .filter(({ code }) => !field.excludeItems?.includes(code))
        .map(({ code, label }) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={!without.includes(code)}
              onChange={({ target }) => {
                const left = target.checked ? without.filter((one) => one !== code) : [...without, code]
                onChange({ without: left.length > 0 ? left : undefined })
              }}
            />{' '}
            {label}
          </label>
        ))}
      {fault && <span className="own-fault">{fault}</span>}
    </fieldset>
  )
}
