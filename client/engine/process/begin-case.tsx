import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CaseAbout } from '../../../catalogue/contract/processes.ts'
import { teacher } from '../../../catalogue/field.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { useAct } from '../../platform/api/use-act.ts'
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

type How = 'own' | 'number' | 'outside'

const says: Readonly<Record<How, string>> = {
  own: '',
  number: '姓名和证件号都对上才找得到；找到之前看不到对方的任何资料。',
  outside: '平台上还没有这位教师时使用：批准生效后在本校建立档案。',
}

/** The ways in which the person of a process may be named. */
function waysOf({ about, outsiders }: AnyProcess): StateTab<How>[] {
  if (about === 'ownTeacher') return []
  return [
    ...(about === 'ownTeacherOrByNumber' ? [{ key: 'own' as const, label: '本校教师' }] : []),
    { key: 'number', label: about === 'byNumber' ? '平台内的教师' : '不在本校的人（返聘）' },
    ...(outsiders ? [{ key: 'outside' as const, label: '平台外的教师（跨省）' }] : []),
  ]
}

/** Says whom a new case is about: one of the own teachers, or somebody by name and whole identity number. */
export function BeginCase({ type, definition }: { type: ProcessName; definition: AnyProcess }) {
  const addresses = useCaseAddresses(type)
  const navigate = useNavigate()
  const { begin } = useCaseCalls(type)
  const [key] = useState(newUuid)
  const [how, setHow] = useState<How>(definition.about === 'byNumber' ? 'number' : 'own')
  const byNumber = how !== 'own'
  const [own, setOwn] = useState<unknown>(addresses.teacher)
  const [typed, setTyped] = useState({ name: '', number: '' })
  const ways = waysOf(definition)
  const { busy, faults, run } = useAct(['about', 'name', 'number'])
  const fault = faults['about'] ?? faults['form']
  const start = async () => {
    const named = how === 'outside' ? { ...typed, outside: true as const } : typed
    const about: CaseAbout = byNumber ? named : { teacherId: Number(own) }
    const view = await begin(about, how === 'outside' ? { kind: '2' } : {}, key)
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
      <Panel title={definition.begins}>
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
        ) : (
          <FieldRow
            name="teacher"
            field={whom}
            value={own}
            row={nothing}
            required
            onSet={(_, value) => setOwn(value)}
            onLeave={stay}
          />
        )}
        <div className="process-moves">
          <Button type="submit" look="primary" busy={busy} disabled={!byNumber && !own}>
            下一步：填写
          </Button>
          <ButtonLink to={addresses.list}>取消</ButtonLink>
        </div>
      </Panel>
    </form>
  )
}
