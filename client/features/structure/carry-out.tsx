import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  structureActLabels,
  structureEntry,
  structurePreview,
  type StructureAct,
  type StructurePreview,
} from '../../../catalogue/contract/administration/structure.ts'
import { restructuring } from '../../../catalogue/institutions/structure.ts'
import type { FieldMap } from '../../../catalogue/define.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import type { Values } from '../../engine/values.ts'
import { api } from '../../platform/api/api.ts'
import { useAct, type Faults } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Preview } from './preview.tsx'
import { path, useForget } from './use-structure.ts'

const stay = () => undefined

/** Fields of a change, as record forms draw them. */
export function Fields(props: {
  fields: FieldMap
  values: Values
  faults: Faults
  onSet: (key: string, value: unknown) => void
}) {
  const { fields, values, faults, onSet } = props
  return (
    <div className="structure-fields">
      {Object.entries(fields).map(([key, field]) => (
        <FieldRow
          key={key}
          name={key}
          field={field}
          value={values[key] ?? null}
          row={values}
          required={field.required}
          fault={faults[key]}
          onSet={onSet}
          onLeave={stay}
        />
      ))}
    </div>
  )
}

/** Today where the portal is, `YYYY-MM-DD`. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())

const doing: Readonly<Record<StructureAct, string>> = {
  merge: '正在合并',
  split: '正在分设',
  move: '正在改变上级',
  close: '正在撤销',
}

/** Keys of the fields that faults are shown at; the server names them within the plan. */
const named = (keys: readonly string[]) => [...keys, ...keys.map((key) => `plan.${key}`)]

/**
 * The common part of every change: its day and reason, what it would do, the typed name, and the act itself.
 * @param given what the form asks beside, as the plan has it
 * @param dirty whether something was chosen that leaving would lose
 * @param children the part of the form that is its own; `onChange` of it forgets the preview by a new `given`
 */
export function CarryOut(props: {
  act: StructureAct
  given: Readonly<Record<string, unknown>>
  dirty: boolean
  children?: ReactNode
}) {
  const { act, given, dirty, children } = props
  const [values, setValues] = useState<Values>({ on: today(), reason: null })
  const [told, setTold] = useState<{ for: string; preview: StructurePreview } | null>(null)
  const plan = { act, ...given, ...values, reason: values['reason'] ?? '' }
  const asked = JSON.stringify(plan)
  const preview = told?.for === asked ? told.preview : null
  const ask = useAct(named(Object.keys(restructuring)))
  const typed = dirty || values['reason'] !== null
  const pass = useLeaveGuard(typed)
  const look = async () => {
    const answer = await api.post(`${path}/preview`, { schema: structurePreview, body: { plan } })
    setTold({ for: asked, preview: answer })
  }
  const faults = Object.fromEntries(
    Object.keys(restructuring).map((key) => [key, ask.faults[key] ?? ask.faults[`plan.${key}`]]),
  )
  return (
    <>
      <Panel title="第一步：填写">
        {children}
        <Fields
          fields={restructuring}
          values={values}
          faults={faults}
          onSet={(key, value) => setValues((now) => ({ ...now, [key]: value }))}
        />
        {ask.faults['form'] !== undefined && (
          <ErrorBox title="预览失败" detail={ask.faults['form']} kept="填写的内容都还在" />
        )}
        <div className="structure-acts">
          <Button
            look={preview ? 'plain' : 'primary'}
            large
            busy={ask.busy}
            onClick={() => void ask.run(look)}
          >
            预览影响
          </Button>
        </div>
      </Panel>
      {preview && <Confirming key={asked} act={act} plan={plan} preview={preview} pass={pass} />}
    </>
  )
}

function Confirming(props: {
  act: StructureAct
  plan: object
  preview: StructurePreview
  /** Lets the page be left once the change is done. */
  pass: () => void
}) {
  const { act, plan, preview, pass } = props
  const [confirm, setConfirm] = useState('')
  const { busy, faults, run } = useAct(['confirm'])
  const forget = useForget()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const carry = async () => {
    const body = { plan, versions: preview.versions, confirm }
    const entry = await api.post(path, { schema: structureEntry, body })
    notify.success(preview.waits ? `已安排，${entry.on} 自动办理` : `已${structureActLabels[act]}`)
    pass()
    void navigate(pathname)
    await forget()
  }
  const here = useRef<HTMLDivElement>(null)
  // On a phone it appears below what is seen.
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className="structure-answer">
      <Panel title="第二步：核对后办理">
        <Preview preview={preview} />
        {preview.faults.length === 0 && (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void run(carry)
            }}
          >
            {faults['form'] !== undefined && (
              <ErrorBox title="办理失败" detail={faults['form']} kept="填写的内容都还在" />
            )}
            <TextField
              label={`输入“${preview.confirm}”以确认`}
              value={confirm}
              autoComplete="off"
              fault={faults['confirm']}
              onChange={setConfirm}
            />
            <div className="structure-acts">
              <Button type="submit" look="danger" large busy={busy}>
                {preview.waits ? '安排' : ''}
                {structureActLabels[act]}
              </Button>
              <p aria-live="polite" className="x-soft">
                {busy && `${doing[act]}，请不要关闭页面…`}
              </p>
            </div>
          </form>
        )}
      </Panel>
    </div>
  )
}
