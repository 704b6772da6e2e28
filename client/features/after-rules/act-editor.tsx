import { useState } from 'react'
import { fits, type AfterAct } from '../../../catalogue/after/rule.ts'
import type { Field } from '../../../catalogue/define.ts'
import type { Scalar } from '../../../catalogue/rules/condition.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import type { Faults } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { actLabels, draftedTypes, freshAct, openFields, parties, types } from './words.ts'

const kinds = Object.entries(actLabels).map(([code, label]) => ({ code, label }))
const partyOptions = Object.entries(parties).map(([code, label]) => ({ code, label }))

interface ActPart<Act> {
  act: Act
  /** The type of record that the rule is about. */
  source: string
  /** Faults of this act, by the rest of their path. */
  faults: Faults
  onChange: (act: Act) => void
}

/** One act: what, for whom, and with which words or fields. */
export function ActEditor(props: ActPart<AfterAct> & { label: string; onRemove: (() => void) | null }) {
  const { act, source, faults, label, onChange, onRemove } = props
  return (
    <fieldset className="after-act">
      <legend>{label}</legend>
      <Choice
        label="做什么"
        isRequired
        value={act.act}
        fault={faults['act'] ?? faults['']}
        options={kinds}
        onChange={(kind) =>
          onChange(freshAct(kind === 'todo' ? 'todo' : kind === 'draft' ? 'draft' : 'message'))
        }
      />
      {act.act === 'draft' ? (
        <DraftEditor act={act} source={source} faults={faults} onChange={onChange} />
      ) : (
        <Told act={act} faults={faults} onChange={onChange} />
      )}
      {onRemove && (
        <Button look="text" icon="close" onClick={onRemove} aria-label={`移除${label}`}>
          移除
        </Button>
      )}
    </fieldset>
  )
}

type ToldAct = Exclude<AfterAct, { act: 'draft' }>

function Told({ act, faults, onChange }: Omit<ActPart<ToldAct>, 'source'>) {
  const isTodo = act.act === 'todo'
  const put = (code: string) => {
    if (isTodo) onChange({ ...act, to: code === 'office' ? 'office' : 'school' })
    else onChange({ ...act, to: code === 'school' ? 'school' : code === 'office' ? 'office' : 'owner' })
  }
  return (
    <>
      <Choice
        label={isTodo ? '由谁办理' : '发给谁'}
        isRequired
        value={act.to}
        fault={faults['to']}
        options={isTodo ? partyOptions.filter(({ code }) => code !== 'owner') : partyOptions}
        onChange={put}
      />
      <TextField
        label={isTodo ? '待办内容' : '消息内容'}
        value={act.text}
        maxLength={200}
        fault={faults['text']}
        help="后面自动附上教师姓名和记录摘要"
        onChange={(text) => onChange({ ...act, text })}
      />
      {isTodo && (
        <TextField
          label="几天内办理"
          inputMode="numeric"
          value={String(act.days || '')}
          fault={faults['days']}
          onChange={(days) => onChange({ ...act, days: /^\d{1,3}$/.test(days) ? Number(days) : 0 })}
        />
      )}
    </>
  )
}

type DraftAct = Extract<AfterAct, { act: 'draft' }>

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const without = <T,>(of: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => name !== key))

function DraftEditor({ act, source, faults, onChange }: ActPart<DraftAct>) {
  const fields = openFields(act.type)
  const [chosen, setChosen] = useState<readonly string[]>(() => [
    ...Object.keys(act.set),
    ...Object.keys(act.copy),
  ])
  const left = fields.filter(([key]) => !chosen.includes(key))
  const put = (key: string, given: { set?: Scalar | undefined; copy?: string | undefined }) =>
    onChange({
      ...act,
      set: { ...without(act.set, key), ...(given.set !== undefined && { [key]: given.set }) },
      copy: { ...without(act.copy, key), ...(given.copy !== undefined && { [key]: given.copy }) },
    })
  return (
    <>
      <Choice
        label="起草哪种记录"
        isRequired
        value={act.type}
        fault={faults['type']}
        options={draftedTypes}
        onChange={(type) => {
          setChosen([])
          onChange({ act: 'draft', type, set: {}, copy: {} })
        }}
      />
      {chosen.map((key) => {
        const field = types[act.type]?.fields[key]
        return (
          field && (
            <DraftField
              key={key}
              name={key}
              field={field}
              act={act}
              source={source}
              fault={faults[`set.${key}`] ?? faults[`copy.${key}`]}
              onPut={(given) => put(key, given)}
              onRemove={() => {
                setChosen(chosen.filter((one) => one !== key))
                put(key, {})
              }}
            />
          )
        )
      })}
      <Choice
        label="再填一个栏目"
        value=""
        options={left.map(([code, { label }]) => ({ code, label }))}
        onChange={(key) => setChosen([...chosen, key])}
      />
    </>
  )
}

/** A field of the draft: a fixed value, or the value of a field of the record that was approved. */
function DraftField(props: {
  name: string
  field: Field
  act: DraftAct
  source: string
  fault: string | undefined
  onPut: (given: { set?: Scalar; copy?: string }) => void
  onRemove: () => void
}) {
  const { name, field, act, source, fault, onPut, onRemove } = props
  const given = openFields(source).filter(([, from]) => fits(from, field))
  const copied = act.copy[name]
  return (
    <div className="after-field">
      {given.length > 0 && (
        <Choice
          label={`${field.label}从哪里来`}
          value={copied ?? ''}
          options={given.map(([code, { label }]) => ({ code, label: `带入“${label}”` }))}
          onChange={(from) => onPut(from === '' ? {} : { copy: from })}
        />
      )}
      {copied === undefined && (
        <FieldRow
          name={name}
          field={field}
          value={act.set[name] ?? null}
          row={act.set}
          required={false}
          fault={fault}
          onSet={(_, value) => onPut(isScalar(value) && value !== '' ? { set: value } : {})}
          onLeave={() => undefined}
        />
      )}
      {copied !== undefined && fault !== undefined && <p className="after-fault">{fault}</p>}
      <Button look="text" icon="close" onClick={onRemove} aria-label={`不填${field.label}`}>
        不填{field.label}
      </Button>
    </div>
  )
}
