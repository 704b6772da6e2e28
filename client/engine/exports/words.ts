import type { ExportJob, ExportState } from '../../../catalogue/contract/administration/exports.ts'
import { listTime, thousands } from '../../platform/format.ts'
import type { IconName } from '../../ui/look/icon.tsx'

/** Path of the page of exports. */
export const exportsPath = '/history/getHistory?tab=exports'

/** Each state as a word, its mark and its tone. */
export const stateWords = {
  approval: ['待第二人同意', 'wait', 'wait'],
  queued: ['等待生成', 'wait', 'wait'],
  writing: ['正在生成', 'wait', 'wait'],
  ready: ['可以下载', 'pass', 'pass'],
  refused: ['未同意', 'reject', 'wrong'],
  lapsed: ['逾期失效', 'void', 'void'],
  cancelled: ['已取消', 'void', 'void'],
  failed: ['未能生成', 'warn', 'wrong'],
  expired: ['文件已过期', 'void', 'void'],
} as const satisfies Record<ExportState, readonly [string, IconName, string]>

/** How many rows, and of how many people: 80 条，62 人. */
export const sizeWords = ({ rows, people }: Pick<ExportJob, 'rows' | 'people'>): string =>
  people > 0 && people !== rows ? `${thousands(rows)} 条，${thousands(people)} 人` : `${thousands(rows)} 条`

/** What a file is for. */
export const purposeWords = ({ purpose, purposeText }: Pick<ExportJob, 'purpose' | 'purposeText'>): string =>
  purposeText === '' ? purpose : `${purpose}：${purposeText}`

/** Rows a second, and how long it may still take. */
export function paceWords(job: ExportJob, now = Date.now()): string {
  if (job.startedAt === null || job.done === 0) return ''
  const seconds = Math.max(1, (now - Date.parse(job.startedAt)) / 1000)
  const pace = Math.max(1, Math.round(job.done / seconds))
  const left = Math.ceil((job.rows - job.done) / pace)
  return `每秒 ${thousands(pace)} 条，约还要 ${left < 60 ? `${left} 秒` : `${Math.ceil(left / 60)} 分钟`}`
}

/** Addition to a state: its deadline, the person who decided, the reason. */
export function stateNote(job: ExportJob): string {
  const { state, lapsesAt, keptUntil, decidedBy, reason, fault } = job
  const notes: Partial<Record<ExportState, string>> = {
    approval: lapsesAt === null ? '' : `${listTime(lapsesAt)} 前没有人办理即失效`,
    ready: keptUntil === null ? '' : `保存到 ${listTime(keptUntil)}`,
    refused: `${decidedBy ?? ''}：${reason}`,
    failed: fault ?? '',
    expired: '需要时请重新导出',
    lapsed: '三天内没有人办理，需要时请重新申请',
  }
  return notes[state] ?? ''
}
