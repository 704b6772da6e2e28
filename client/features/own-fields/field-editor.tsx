import type { FieldFault } from '../../../catalogue/errors.ts'
import {
  bases,
  kindRules,
  ownKinds,
  textForms,
  uses,
  type OwnField,
  type OwnKind,
  type TextForm,
} from '../../../catalogue/own/body.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { OptionList } from './option-list.tsx'
import { kindWords, protections, withProtection, protectionOf, type Protection } from './words.ts'

interface EditorProps {
  readonly field: OwnField
  /** Whether records may hold a value already: the kind stays. */
  readonly isPublished: boolean
  readonly sections: readonly string[]
  /** Whether the record is written from two sides. */
  readonly hasTwoWriters: boolean
  readonly faultAt: (part: string) => string | undefined
  readonly onChange: (field: OwnField) => void
}

/** Faults of one field of a body, by the part after `fields.3.`. */
export const faultsOfField =
  (errors: readonly FieldFault[], at: number) =>
  (part: string): string | undefined =>
    errors.find(({ field }) => field.replace(/^body\./, '') === `fields.${at}.${part}`)?.message

/** Everything that is said of one own field. */
export function FieldEditor(props: EditorProps) {
  const { field, isPublished, sections, hasTwoWriters, faultAt, onChange } = props
  const put = (part: Partial<OwnField>) => onChange({ ...field, ...part })
  return (
    <div className="own-fields">
      <div className="own-pair">
        <TextField
          label="名称"
          value={field.label}
          maxLength={20}
          fault={faultAt('label')}
          onChange={(label) => put({ label })}
        />
        <Choice
          label={isPublished ? '类型（发布后不能更换）' : '类型'}
          isRequired
          value={field.kind}
          fault={faultAt('kind')}
          options={(isPublished ? [field.kind] : ownKinds).map((kind) => ({
            code: kind,
            label: kindWords[kind],
          }))}
          onChange={(kind) => onChange(withKind(field, kind as OwnKind))}
        />
      </div>
      {kindRules[field.kind]?.options && (
        <OptionList field={field} isPublished={isPublished} fault={faultAt('options')} onChange={onChange} />
      )}
      <Bounds {...props} />
      <div className="own-pair">
        <TextField
          label="必填的起始日期（不填为选填）"
          type="date"
          value={field.requiredFrom ?? ''}
          fault={faultAt('requiredFrom')}
          onChange={(day) => onChange(without(field, 'requiredFrom', day))}
        />
        <TextField
          label="所在分组"
          value={field.section}
          maxLength={20}
          fault={faultAt('section')}
          help={`已有：${sections.join('、')}；写新的名称则另起一组`}
          onChange={(section) => put({ section })}
        />
      </div>
      <TextField
        label="填写说明"
        value={field.help ?? ''}
        maxLength={100}
        fault={faultAt('help')}
        onChange={(help) => onChange(without(field, 'help', help))}
      />
      {hasTwoWriters && (
        <Choice
          label="由谁填写"
          isRequired
          value={field.writer ?? 'teacher'}
          fault={faultAt('writer')}
          options={[
            { code: 'teacher', label: '教师本人' },
            { code: 'institution', label: '学校' },
          ]}
          onChange={(writer) => put({ writer: writer === 'institution' ? 'institution' : 'teacher' })}
        />
      )}
      <UsesAndProtection {...props} />
      <Why {...props} />
    </div>
  )
}

/** A field with a part set, or without it where the text is empty. */
function without(field: OwnField, part: 'requiredFrom' | 'help' | 'form', text: string): OwnField {
  const { [part]: _gone, ...rest } = field
  return text === '' ? rest : { ...rest, [part]: text }
}

function withKind(
  { key, label, help, section, requiredFrom, why, writer }: OwnField,
  kind: OwnKind,
): OwnField {
  const isListed = !kindRules[kind]?.unlisted
  return {
    key,
    label,
    kind,
    section,
    why,
    uses: isListed ? ['list'] : [],
    ...(help !== undefined && { help }),
    ...(requiredFrom !== undefined && { requiredFrom }),
    ...(writer !== undefined && { writer }),
    ...(kindRules[kind]?.reaches && { masked: true as const }),
    ...(kindRules[kind]?.options && {
      options: [
        { code: '1', label: '' },
        { code: '2', label: '' },
      ],
    }),
  }
}

const numberOf = (text: string): number | undefined => (/^-?\d{1,6}$/.test(text) ? Number(text) : undefined)

/** How long, how large, in which form. */
function Bounds({ field, faultAt, onChange }: EditorProps) {
  const rule = kindRules[field.kind] ?? {}
  const isFigure = kindOf(field).figure === true
  const number = (part: 'min' | 'max' | 'maxLength', label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      value={field[part] === undefined ? '' : String(field[part])}
      fault={faultAt(part)}
      onChange={(text) => {
        const { [part]: _gone, ...rest } = field
        const value = numberOf(text)
        onChange(value === undefined ? rest : { ...rest, [part]: value })
      }}
    />
  )
  if (!rule.length && !rule.form && !isFigure) return null
  return (
    <div className="own-pair">
      {rule.length && number('maxLength', '至多几个字')}
      {rule.form && (
        <Choice
          label="格式"
          value={field.form ?? ''}
          fault={faultAt('form')}
          options={Object.entries(textForms).map(([code, { label }]) => ({ code, label }))}
          onChange={(form) => onChange(without(field, 'form', form as TextForm))}
        />
      )}
      {isFigure && number('min', '最小')}
      {isFigure && number('max', '最大')}
    </div>
  )
}

function UsesAndProtection({ field, faultAt, onChange }: EditorProps) {
  const protection = protectionOf(field)
  const rule = kindRules[field.kind] ?? {}
  const isOffered = (use: keyof typeof uses) =>
    !rule.unlisted && protection !== 'sealed' && (use === 'list' || protection === 'open')
  const choices = (['open', 'masked', 'sealed'] as const).filter(
    (one) => (one !== 'open' || !rule.reaches) && (one === 'open' || rule.seals),
  )
  return (
    <div className="own-pair">
      {choices.length > 1 && (
        <Choice
          label="保护"
          isRequired
          value={protection}
          fault={faultAt('masked') ?? faultAt('sealed')}
          options={choices.map((code) => ({ code, label: protections[code] }))}
          onChange={(code) => onChange(withProtection(field, code as Protection))}
        />
      )}
      <fieldset className="x-labelled own-uses">
        <legend>用在</legend>
        {(Object.keys(uses) as (keyof typeof uses)[]).map((use) => (
          <label key={use}>
            <input
              type="checkbox"
              checked={field.uses.includes(use)}
              disabled={!isOffered(use)}
              onChange={({ target }) =>
                onChange({
                  ...field,
                  uses: target.checked ? [...field.uses, use] : field.uses.filter((one) => one !== use),
                })
              }
            />{' '}
            {uses[use]}
          </label>
        ))}
        {faultAt('uses') && <span className="own-fault">{faultAt('uses')}</span>}
      </fieldset>
    </div>
  )
}

/** Why it is collected: everybody who fills it in reads this. */
function Why({ field, faultAt, onChange }: EditorProps) {
  const put = (part: Partial<OwnField['why']>) => onChange({ ...field, why: { ...field.why, ...part } })
  return (
    <>
      <TextBox
        label="收集目的"
        required
        rows={2}
        most={100}
        value={field.why.purpose}
        fault={faultAt('why.purpose')}
        onChange={(purpose) => put({ purpose })}
      />
      <div className="own-pair">
        <Choice
          label="依据"
          isRequired
          value={field.why.basis}
          options={Object.entries(bases).map(([code, label]) => ({ code, label }))}
          onChange={(basis) => put({ basis: basis as keyof typeof bases })}
        />
        <TextField
          label="依据文件"
          value={field.why.document ?? ''}
          maxLength={60}
          fault={faultAt('why.document')}
          onChange={(document) => put({ document })}
        />
        <TextField
          label="保存几年"
          inputMode="numeric"
          value={String(field.why.keptYears)}
          fault={faultAt('why.keptYears')}
          onChange={(text) => put({ keptYears: numberOf(text) ?? 0 })}
        />
      </div>
    </>
  )
}
