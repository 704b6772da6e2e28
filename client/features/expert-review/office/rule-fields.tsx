import { conflictKinds, conflictLabels } from '../../../../catalogue/reviews/conflict-kinds.ts'
import type { Faults } from '../../../platform/api/use-act.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { numberRules, type NumberRule, type TypedRules } from './typed-rules.ts'

interface Props {
  readonly rules: TypedRules
  readonly faults: Faults
  readonly onChange: (part: Partial<TypedRules>) => void
}

/** One rule that is a number. */
function NumberField({ name, rules, faults, onChange }: Props & { name: NumberRule }) {
  const [label, help] = numberRules[name]
  return (
    <Field label={label} help={help} required fault={faults[`rules.${name}`]}>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          maxLength={4}
          value={rules[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

interface ChoiceProps<K extends string> {
  readonly label: string
  readonly value: K
  readonly options: Readonly<Record<K, string>>
  readonly help?: string
  readonly fault?: string | undefined
  readonly onChange: (value: K) => void
}

/** One of a few, in a plain list. */
function Choice<K extends string>({ label, value, options, help, fault, onChange }: ChoiceProps<K>) {
  const names = Object.keys(options) as K[]
  return (
    <Field label={label} fault={fault} {...(help !== undefined && { help })}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => {
            const found = names.find((name) => name === target.value)
            if (found !== undefined) onChange(found)
          }}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {options[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** How experts are assigned and how their scores become a result. */
export function RuleFields(props: Props) {
  const { rules, faults, onChange } = props
  return (
    <>
      <Panel title="分配">
        <div className="er-fields">
          <NumberField {...props} name="perItem" />
          <NumberField {...props} name="perExpert" />
          <NumberField {...props} name="days" />
          <Choice
            label="学科"
            value={rules.subjects}
            options={{ match: '专家学科与材料一致', any: '不限' }}
            onChange={(subjects) => onChange({ subjects })}
          />
          <Choice
            label="地区"
            value={rules.regions}
            options={{ any: '不限', city: '同一件的专家不同市', district: '同一件的专家不同县区' }}
            onChange={(regions) => onChange({ regions })}
          />
        </div>
      </Panel>
      <Panel title="计分">
        <div className="er-fields">
          <Optional {...props} name="dropFrom" label="除去最高最低分" help="评分满几份时除去，不除去的留空" />
          <Optional
            {...props}
            name="arbitrationAbove"
            label="加评的分差"
            help="最高最低相差超过几分时加评一位，不加评的留空"
          />
          <Choice
            label="分数校正"
            value={rules.normalise}
            options={{ none: '不校正', z: '按专家标准分折算' }}
            onChange={(normalise) => onChange({ normalise })}
          />
          <NumberField {...props} name="least" />
          <Ties rules={rules} faults={faults} onChange={onChange} />
        </div>
      </Panel>
      <Panel title="评语">
        <div className="er-fields">
          <NumberField {...props} name="opinion" />
          <Choice
            label="评语是否反馈"
            value={rules.opinionsShown ? 'shown' : 'hidden'}
            options={{ shown: '不署名反馈给申报人', hidden: '不反馈' }}
            onChange={(value) => onChange({ opinionsShown: value === 'shown' })}
          />
        </div>
      </Panel>
    </>
  )
}

function Optional(props: Props & { name: 'dropFrom' | 'arbitrationAbove'; label: string; help: string }) {
  const { rules, faults, name, label, help, onChange } = props
  return (
    <Field label={label} help={help} fault={faults[`rules.${name}`]}>
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          maxLength={6}
          value={rules[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

const places = ['同分先比', '再比', '最后比'] as const

/** What decides between equal scores, one after the other; what is equal in all shares the rank. */
function Ties({ rules: { ties, rubric }, faults, onChange }: Props) {
  const options = {
    '': '不比，名次并列',
    ...Object.fromEntries(rubric.map(({ key, label }) => [key, `“${label}”平均分`])),
    spread: '分差小的在前',
  }
  return places.map((label, at) => {
    if (at > ties.length) return null
    return (
      <Choice
        key={label}
        label={label}
        value={ties[at] ?? ''}
        options={options}
        fault={at === 0 ? faults['rules.ties'] : undefined}
        onChange={(tie: string) =>
          onChange({
            ties: tie === '' ? ties.slice(0, at) : [...ties.slice(0, at), tie, ...ties.slice(at + 1)],
          })
        }
      />
    )
  })
}

/** Which relations keep an expert from an item, and which are only told to the office. */
export function ConflictFields(props: Props) {
  const { rules, onChange } = props
  return (
    <Panel
      title="回避"
      beside={<span className="x-faint x-dense">按教师档案核对；本人申报的总是回避，专家看不到原因</span>}
    >
      <div className="er-fields">
        {conflictKinds.map((kind) => (
          <Choice
            key={kind}
            label={conflictLabels[kind]}
            value={rules.conflicts[kind]}
            options={{ block: '应当回避', warn: '只提示' }}
            onChange={(how) => onChange({ conflicts: { ...rules.conflicts, [kind]: how } })}
          />
        ))}
        <NumberField {...props} name="formerYears" />
      </div>
    </Panel>
  )
}
