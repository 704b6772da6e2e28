import type { ConsumerLag, KeptJobState } from '../../../../catalogue/contract/administration/overview.ts'
import { listTime, thousands } from '../../../platform/format.ts'
import { Reading } from './reading.tsx'

/** What the consumers of events are called on the screen; a new one shows its own name. */
const names: Readonly<Record<string, string>> = {
  badges: '待办数量更新',
  messages: '站内消息',
  quality: '数据质量更新',
}
const nameOf = (name: string) => names[name] ?? name
const states = { running: '正在运行', scheduled: '等下一次', late: '没有按时运行' } as const

/**
 * The jobs that are kept in the database: those that are late, and behind a line all, with what each did
 * last.
 */
export function Jobs({ jobs }: { jobs: readonly KeptJobState[] }) {
  const late = jobs.filter(({ state }) => state === 'late')
  return (
    <Reading title="后台任务" beside={`${jobs.length} 项`}>
      {jobs.length === 0 ? (
        <p className="x-soft x-dense">该进程没有登记后台任务。</p>
      ) : (
        <>
          {late.length > 0 ? <JobTable jobs={late} /> : <p className="x-dense">都按时运行。</p>}
          <details className="overview-all x-dense">
            <summary>全部任务</summary>
            <JobTable jobs={jobs} />
          </details>
        </>
      )}
    </Reading>
  )
}

function JobTable({ jobs }: { jobs: readonly KeptJobState[] }) {
  return (
    <table className="overview-table">
      <thead>
        <tr>
          <th scope="col">任务</th>
          <th scope="col">状态</th>
          <th scope="col">上次完成</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ name, label, state, doneAt }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td className={state === 'late' ? 'home-late' : undefined}>{states[state]}</td>
            <td>{doneAt ? listTime(doneAt) : '一小时内没有'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How far those who handle events are behind. */
export function Consumers({ consumers }: { consumers: readonly ConsumerLag[] }) {
  return (
    <Reading title="事件队列" beside="档案和审核的变动由它们处理">
      <table className="overview-table">
        <thead>
          <tr>
            <th scope="col">队列</th>
            <th scope="col">等待</th>
            <th scope="col">最长等待</th>
          </tr>
        </thead>
        <tbody>
          {consumers.map(({ name, waiting, lagSeconds }) => (
            <tr key={name}>
              <th scope="row">{nameOf(name)}</th>
              <td>{thousands(waiting)}</td>
              <td>{waiting === 0 ? '无' : `${thousands(lagSeconds)} 秒`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Reading>
  )
}
