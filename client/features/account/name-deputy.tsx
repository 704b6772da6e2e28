import { useDeferredValue, useId, useState } from 'react'
import type { Colleague } from '../../../catalogue/contract/account/deputies.ts'
import { fullDate } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useColleagues, useDeputyActs } from './use-deputies.ts'

/** Chooses a colleague and the days on which they do the own work. */
export function NameDeputy() {
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const [from, setFrom] = useState(() => fullDate(new Date().toISOString()))
  const [until, setUntil] = useState('')
  const [named, setNamed] = useState(0)
  const { busy, faults, run } = useAct(['personId', 'from', 'until'])
  const { name } = useDeputyActs()
  const submit = async () => {
    if (!(await run(() => name(chosen?.personId ?? null, from, until)))) return
    notify.success(`已委托${chosen?.name ?? ''}，对方会收到消息`)
    setChosen(null)
    setUntil('')
    setNamed(named + 1)
  }
  return (
    <Panel title="委托同事代办">
      <p className="x-soft">
        您不在时，由一位同事代您审核和登记。同事用自己的账号登录，“切换身份”后办理；每条经办记录同时写明对方和您。到期自动结束，也可以随时结束。
      </p>
      <form
        className="personal-form personal-gap"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <ChooseColleague key={named} chosen={chosen} onChoose={setChosen} fault={faults['personId']} />
        <TextField
          label="从哪天开始"
          type="date"
          value={from}
          onChange={setFrom}
          fault={faults['from']}
          required
        />
        <TextField
          label="到哪天为止（含当天）"
          type="date"
          value={until}
          onChange={setUntil}
          fault={faults['until']}
          required
        />
        {faults['form'] !== undefined && <ErrorBox title="委托失败" detail={faults['form']} />}
        <Button type="submit" look="primary" busy={busy}>
          委托
        </Button>
      </form>
    </Panel>
  )
}

function ChooseColleague({
  chosen,
  onChoose,
  fault,
}: {
  chosen: Colleague | null
  onChoose: (one: Colleague | null) => void
  fault: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const { data } = useColleagues(asked, chosen === null)
  const id = useId()
  if (chosen) {
    return (
      <div className="x-field">
        <span>代办人</span>
        <p className="personal-chosen">
          <b>{chosen.name}</b>
          <span className="x-soft x-dense">{chosen.known}</span>
          <Button onClick={() => onChoose(null)}>换一位</Button>
        </p>
      </div>
    )
  }
  return (
    <div>
      <TextField
        label="代办人"
        type="search"
        value={typed}
        onChange={setTyped}
        fault={fault}
        help="输入姓名搜索本单位的人员，再从下面选一位"
        maxLength={20}
      />
      <ul className="personal-colleagues" aria-label="本单位的人员" id={id}>
        {data?.map((one) => (
          <li key={one.personId}>
            <button type="button" onClick={() => onChoose(one)}>
              <b>{one.name}</b> <span className="x-soft x-dense">{one.known}</span>
            </button>
          </li>
        ))}
        {data?.length === 0 && (
          <li className="x-faint x-dense">
            {asked === '' ? '本单位没有其他人员的账号。' : '没有找到，请核对姓名。'}
          </li>
        )}
      </ul>
    </div>
  )
}
