import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CaseAbout } from '../../../catalogue/contract/processes.ts'
import { teacher } from '../../../catalogue/field.ts'
import type { About, AnyProcess } from '../../../catalogue/processes/define.ts'
import { beginningsOf } from '../../../catalogue/processes/reading.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs, type StateTab } from '../../ui/layout/state-tabs.tsx'
import { FieldRow } from '../form/field-row.tsx'
import { newUuid } from '../uuid.ts'
import { useCaseAddresses } from './addresses.ts'
import { useCaseCalls } from './use-cases.ts'

const whom = teacher('教师', { required: true })
const nothing = {}
const stay = () => undefined
const nobody = { name: '', number: '' }

const says: Readonly<Partial<Record<About, string>>> = {
  byNumber: '姓名和证件号都对上才找得到；找到之前看不到对方的任何资料。',
  outsider: '平台上查无该教师时使用：批准生效后在本校建立档案。',
}

const labels: Readonly<Partial<Record<About, string>>> = {
  self: '本人',
  ownTeacher: '本校教师',
  byNumber: '平台内的教师',
  outsider: '平台外的教师（跨省）',
  office: '本单位',
}

/**
 * The ways in which the reader may say what a new case is about on this page; the others begin where their
 * subject stands.
 */
const waysOf = (definition: AnyProcess, role: number): StateTab<About>[] =>
  beginningsOf(definition, role).flatMap(({ about, label = labels[about] }) =>
    label === undefined ? [] : [{ key: about, label }],
  )

const aboutOf = (how: About, teacherId: number, typed: { name: string; number: string }): CaseAbout => {
  if (how === 'ownTeacher') return { teacherId }
  if (how === 'byNumber') return typed
  if (how === 'outsider') return { ...typed, outside: true }
  return how === 'office' ? { office: true } : {}
}

/**
 * Begins a case: at once where nothing is to be said of its subject, else on a page of its own. There is no
 * button where each case begins at its subject.
 */
export function BeginButton({ type, definition }: { type: ProcessName; definition: AnyProcess }) {
  const addresses = useCaseAddresses(type)
  const navigate = useNavigate()
  const { begin } = useCaseCalls(type)
  const [key] = useState(newUuid)
  const { busy, faults, run } = useAct([])
  const [only, ...others] = waysOf(definition, useSession()?.role ?? 0)
  if (!only) return null
  if (others.length > 0 || (only.key !== 'self' && only.key !== 'office'))
    return (
      <ButtonLink look="primary" icon="add" to={addresses.begin}>
        {definition.beginLabel}
      </ButtonLink>
    )
  const start = async () => {
    const view = await begin(aboutOf(only.key, 0, nobody), {}, key)
    await navigate(addresses.one(view.id))
  }
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="还不能开始" detail={faults['form']} />}
      <Button look="primary" icon="add" busy={busy} onClick={() => void run(start)}>
        {definition.beginLabel}
      </Button>
    </>
  )
}

/**
 * Says what a new case is about: oneself, the own institution, one of the own teachers, or somebody by name
 * and whole identity number.
 */
export function BeginCase({ type, definition }: { type: ProcessName; definition: AnyProcess }) {
  const addresses = useCaseAddresses(type)
  const navigate = useNavigate()
  const { begin } = useCaseCalls(type)
  const [key] = useState(newUuid)
  const ways = waysOf(definition, useSession()?.role ?? 0)
  const [how = 'self', setHow] = useState(ways[0]?.key)
  const byNumber = how === 'byNumber' || how === 'outsider'
  const byChoice = how === 'ownTeacher'
  const [own, setOwn] = useState<unknown>(addresses.teacher)
  const [typed, setTyped] = useState(nobody)
  const { busy, faults, run } = useAct(['about', 'name', 'number'])
  const fault = faults['about'] ?? faults['form']
  const start = async () => {
    const view = await begin(aboutOf(how, Number(own), typed), {}, key)
    await navigate(addresses.one(view.id), { replace: true })
  }
  return (
    <form
      className="process"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(start)
      }}
    >
      <p className="process-back">
        <Link to={addresses.list}>返回{definition.title}列表</Link>
      </p>
      <Panel title={definition.beginLabel}>
        {fault !== undefined && <ErrorBox title="还不能开始" detail={fault} kept="填写的内容都还在" />}
        {ways.length > 1 && <StateTabs label="为谁办理" current={how} onSelect={setHow} tabs={ways} />}
        {byNumber ? (
          <div className="process-number">
            <p className="x-soft">{says[how]}</p>
            <TextField
              label="姓名"
              value={typed.name}
              onChange={(name) => setTyped((now) => ({ ...now, name }))}
              fault={faults['name']}
              required
            />
            <TextField
              label="证件号"
              value={typed.number}
              onChange={(number) => setTyped((now) => ({ ...now, number }))}
              fault={faults['number']}
              required
            />
          </div>
        ) : byChoice ? (
          <FieldRow
            name="teacher"
            field={whom}
            value={own}
            row={nothing}
            required
            onSet={(_, value) => setOwn(value)}
            onLeave={stay}
          />
        ) : null}
        <div className="process-moves">
          <Button type="submit" look="primary" busy={busy} disabled={byChoice && !own}>
            下一步：填写
          </Button>
          <ButtonLink to={addresses.list}>取消</ButtonLink>
        </div>
      </Panel>
    </form>
  )
}
