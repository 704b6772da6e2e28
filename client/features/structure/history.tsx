import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  institutionHistory,
  type InstitutionHistory,
} from '../../../catalogue/contract/administration/structure.ts'
import { formerName } from '../../../catalogue/institutions/structure.ts'
import type { Values } from '../../engine/values.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Fields } from './carry-out.tsx'
import { EntryList } from './entry-list.tsx'
import { useForget, useHistory } from './use-structure.ts'

/** An institution through the years. */
export function History({ id, editable }: { id: number; editable: boolean }) {
  const { data, error, refetch } = useHistory(id)
  if (!data)
    return (
      <Panel title="沿革">
        {error ? (
          <ErrorBox title="沿革打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Panel>
    )
  return (
    <>
      <Panel title="沿革" extra={<span className="x-faint x-dense">曾用的名称和标识码都可用来搜索</span>}>
        <Names history={data} />
        {editable && <Former id={id} />}
      </Panel>
      <Heads heads={data.heads} />
      {data.acts.length > 0 && (
        <Panel title="调整记录" flush>
          <EntryList entries={data.acts} />
        </Panel>
      )}
    </>
  )
}

/** Names and codes with their days, where it came from and where it went. */
function Names({ history }: { history: InstitutionHistory }) {
  const { pathname } = useLocation()
  const { name, code, openedOn, closedOn, former, predecessors, successor } = history
  const [latest] = former
  const since = latest ? `${latest.to} 之后` : (openedOn ?? '起始不详')
  return (
    <ul className="structure-names">
      <li>
        <b>{name}</b>
        <span className="x-num x-soft">{code ?? '尚无标识码'}</span>
        <span className="x-num x-faint">
          {since} 至 {closedOn ?? '今'}
        </span>
      </li>
      {former.map((one) => (
        <li key={one.to}>
          <span>{one.name}</span>
          <span className="x-num x-soft">{one.code ?? '无标识码'}</span>
          <span className="x-num x-faint">
            {one.from ?? '起始不详'} 至 {one.to}
          </span>
        </li>
      ))}
      {predecessors.map((one) => (
        <li key={one.id}>
          <span>
            由 <Link to={`${pathname}?id=${one.id}`}>{one.name}</Link> 并入
          </span>
          <span className="x-num x-soft">{one.code ?? '无标识码'}</span>
          <span className="x-num x-faint">{one.closedOn} 起</span>
        </li>
      ))}
      {successor && (
        <li>
          <span>
            并入 <Link to={`${pathname}?id=${successor.id}`}>{successor.name}</Link>
          </span>
          <span className="x-num x-faint">{closedOn} 起</span>
        </li>
      )}
    </ul>
  )
}

/** People on the last day of each school year: those of a school of yesterday stay its own. */
function Heads({ heads }: { heads: InstitutionHistory['heads'] }) {
  if (heads.length === 0) return null
  return (
    <Panel title="各学年末的教师人数" extra={<span className="x-faint x-dense">按人事关系，8 月 31 日</span>}>
      <dl className="structure-heads">
        {heads.map(({ on, count }, i) => (
          <div key={on}>
            <dt>{i === 0 ? `今天 ${on}` : on}</dt>
            <dd className="x-num">{count.toLocaleString('zh-CN')}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** A name of before, written down by hand. */
function Former({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState<Values>({})
  const { busy, faults, run } = useAct(Object.keys(formerName))
  const forget = useForget()
  const save = async () => {
    const body = { code: null, from: null, name: '', to: '', ...values }
    await api.post(`/api/v1/institution/${id}/former`, { schema: institutionHistory, body })
    await forget()
    notify.success('已补记')
    setValues({})
    setOpen(false)
  }
  if (!open)
    return (
      <Button icon="add" onClick={() => setOpen(true)}>
        补记曾用名称
      </Button>
    )
  return (
    <form
      noValidate
      aria-label="补记曾用名称"
      onSubmit={(event) => {
        event.preventDefault()
        void run(save)
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="补记失败" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <Fields
        fields={formerName}
        values={values}
        faults={faults}
        onSet={(key, value) => setValues((now) => ({ ...now, [key]: value }))}
      />
      <div className="structure-acts">
        <Button type="submit" look="primary" busy={busy}>
          补记
        </Button>
        <Button onClick={() => setOpen(false)}>放弃</Button>
      </div>
    </form>
  )
}
