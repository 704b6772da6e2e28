import type { LogIntegrity } from '../../../catalogue/contract/administration/audit-log.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceTime, thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useCheck, useIntegrity } from './use-logs.ts'

/**
 * Whether anybody touched the log: how far it is sealed, what the last check found, and a check of the last
 * day.
 */
export function IntegrityPanel() {
  const { data, error } = useIntegrity()
  const check = useCheck()
  return (
    <Panel
      title="日志完整性"
      extra={
        <Button icon="check" busy={check.isPending} onClick={() => check.mutate()}>
          检查完整性
        </Button>
      }
    >
      {error && <p className="x-soft">完整性的情况读取失败：{sentenceOf(error)}</p>}
      {!data && !error && <Skeleton lines={2} />}
      {data && (
        <>
          <p>
            {data.sealed
              ? `已封存 ${thousands(data.sealed.seq)} 条，最近一次封存是${sentenceTime(data.sealed.at)}。`
              : '日志尚未封存。'}
            {data.pending > 100 && `还有 ${thousands(data.pending)} 条等待封存，请检查后台任务是否在运行。`}
          </p>
          <p className="x-soft x-dense">
            {data.checked ? lastCheck(data.checked) : '尚未检查。'}
            “检查完整性”只看最近一天；全部日志由运维人员在服务器上检查。
          </p>
        </>
      )}
      <div aria-live="polite">
        {check.data && check.data.faults.length === 0 && (
          <p className="logs-sound">
            {check.data.complete
              ? '最近一天的日志完整，没有被改动。'
              : '在规定的时间里没有看完，看过的部分没有被改动。'}
          </p>
        )}
        {check.data && check.data.faults.length > 0 && (
          <>
            <p className="logs-warning">日志被动过，请保留现场并报告：</p>
            <ul className="logs-faults">
              {check.data.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  )
}

/** When the last check ran, how much it read, and what it found. */
function lastCheck({ at, rows, faults, complete }: NonNullable<LogIntegrity['checked']>): string {
  const found = faults === 0 ? '没有发现改动' : `发现 ${faults} 处改动`
  return `上次检查是${sentenceTime(at)}：看了 ${thousands(rows)} 条，${found}${complete ? '' : '，没有看完'}。`
}
