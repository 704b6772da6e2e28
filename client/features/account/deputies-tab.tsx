import { useState } from 'react'
import type { Deputy } from '../../../catalogue/contract/account/deputies.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceDate } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { NameDeputy } from './name-deputy.tsx'
import { useDeputies, useDeputyActs } from './use-deputies.ts'

const standings = { waiting: '还没开始', now: '代办中', over: '已结束' } as const

/** Who does my work while I am away; for a deputy, whose work this is. */
export function DeputiesTab() {
  const { data, error, refetch } = useDeputies()
  if (error && !data)
    return <ErrorBox title="委托代办打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (data.mine) return <Mine deputy={data.mine} />
  return (
    <div className="personal-panels">
      <NameDeputy />
      <Panel flush title="委托过的">
        {data.list.length === 0 && <p className="x-faint personal-list-foot">暂无委托。</p>}
        <ul className="personal-rows">
          {data.list.map((deputy) => (
            <Line key={deputy.id} deputy={deputy} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Mine({ deputy }: { deputy: Deputy }) {
  const { busy, faults, run } = useAct([])
  const { end } = useDeputyActs()
  const stop = async () => {
    const yes = await confirm({
      title: '不再代办？',
      text: `以后由${deputy.lender}自己办理，您会退出该身份。`,
      ok: '结束代办',
      danger: true,
    })
    if (yes) await run(() => end(deputy.id))
  }
  return (
    <Panel title="您在代办">
      <p>
        您正代{deputy.lender}办理，{sentenceDate(deputy.from)}至{sentenceDate(deputy.until)}
        。经办记录同时写明您和{deputy.lender}。
      </p>
      {faults['form'] !== undefined && <ErrorBox title="办理失败" detail={faults['form']} />}
      <p className="personal-factor">
        <Button look="danger" busy={busy} onClick={() => void stop()}>
          结束代办
        </Button>
      </p>
    </Panel>
  )
}

function Line({ deputy }: { deputy: Deputy }) {
  const { id, name, from, until, standing, acts } = deputy
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, faults, run } = useAct(['until'])
  const { change, end } = useDeputyActs()
  const stop = async () => {
    const yes = await confirm({
      title: `结束对${name}的委托？`,
      text: '对方马上不能再代您办理；已经办过的不受影响。',
      ok: '结束委托',
      danger: true,
    })
    if (yes && (await run(() => end(id)))) notify.success('委托已结束')
  }
  const save = async () => {
    if (typed !== null && (await run(() => change(id, typed)))) {
      setTyped(null)
      notify.success('结束日期已改')
    }
  }
  return (
    <li>
      <div>
        <b>{name}</b>
        {standing !== 'over' && <span className="personal-here">{standings[standing]}</span>}
        <p className="x-soft x-dense">
          {sentenceDate(from)}至{sentenceDate(until)}
        </p>
        <p className="x-faint x-dense">
          {standing === 'over' && '已结束，'}
          {acts === 0 ? '没有经办' : `经办 ${acts} 次`}
        </p>
        {faults['form'] !== undefined && <ErrorBox title="办理失败" detail={faults['form']} />}
      </div>
      {standing !== 'over' && typed === null && (
        <div className="personal-acts">
          <Button onClick={() => setTyped(until)}>
            改日期<span className="x-hidden">，{name}</span>
          </Button>
          <Button look="danger" busy={busy} onClick={() => void stop()}>
            结束委托<span className="x-hidden">，{name}</span>
          </Button>
        </div>
      )}
      {typed !== null && (
        <form
          className="personal-until"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <TextField
            label="新的结束日期"
            type="date"
            value={typed}
            onChange={setTyped}
            fault={faults['until']}
          />
          <div className="personal-acts">
            <Button type="submit" look="primary" busy={busy}>
              保存
            </Button>
            <Button onClick={() => setTyped(null)}>取消</Button>
          </div>
        </form>
      )}
    </li>
  )
}
