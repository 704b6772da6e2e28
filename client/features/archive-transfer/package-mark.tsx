import type { PackageJob, PackageState } from '../../../catalogue/contract/archive-transfer.ts'
import { listTime } from '../../platform/format.ts'
import { Meter } from '../../ui/layout/meter.tsx'
import { Icon, type IconName } from '../../ui/look/icon.tsx'

const stateWords = {
  approval: ['待第二人同意', 'wait', 'wait'],
  queued: ['等待生成', 'wait', 'wait'],
  writing: ['正在生成', 'wait', 'wait'],
  ready: ['待移交', 'pass', 'pass'],
  refused: ['未同意', 'reject', 'wrong'],
  lapsed: ['逾期失效', 'void', 'void'],
  cancelled: ['已取消', 'void', 'void'],
  failed: ['未能生成', 'warn', 'wrong'],
  expired: ['文件已过期', 'void', 'void'],
  transferred: ['已移交', 'pass', 'pass'],
} as const satisfies Record<PackageState, readonly [string, IconName, string]>

function noteOf({ state, lapsesAt, keptUntil, decidedBy, reason, fault, receipt }: PackageJob): string {
  const notes: Partial<Record<PackageState, string>> = {
    approval: lapsesAt === null ? '' : `${listTime(lapsesAt)} 前没有人办理即失效`,
    ready: keptUntil === null ? '' : `文件保存到 ${listTime(keptUntil)}`,
    refused: `${decidedBy ?? ''}：${reason}`,
    failed: fault ?? '',
    transferred: receipt === null ? '' : `${receipt.receiver}，${receipt.day}，移交回执 ${receipt.number}`,
  }
  return notes[state] ?? ''
}

/** State of a package as glyph and word, with its progress or a remark. */
export function PackageMark({ job }: { job: PackageJob }) {
  const [word, icon, tone] = stateWords[job.state]
  const note = noteOf(job)
  const percent = job.records === 0 ? 0 : Math.min(100, Math.floor((100 * job.done) / job.records))
  return (
    <span className="transfer-mark">
      <span className={`x-status x-status-${tone}`}>
        <Icon name={icon} />
        {word}
      </span>
      {job.state === 'writing' && <Meter percent={percent} label={`${job.title}的生成进度`} />}
      {note !== '' && <span className="x-soft x-dense">{note}</span>}
    </span>
  )
}
