import type {
  ImportLine,
  ImportMode,
  ImportStatus,
  Outcome,
} from '../../../catalogue/contract/administration/imports.ts'

/** What was found about rows, in the order of the figures, with what follows from it. */
export const outcomeWords: Readonly<Record<Outcome, { readonly label: string; readonly note: string }>> = {
  new: { label: '新增', note: '可以导入' },
  changed: { label: '有变化', note: '逐栏看差异' },
  same: { label: '无变化', note: '自动跳过' },
  conflict: { label: '冲突', note: '与已有数据冲突，不导入' },
  error: { label: '错误', note: '改好后可以导入' },
}

export const modeWords: Readonly<Record<ImportMode, string>> = {
  upsert: '新增并更新',
  insert: '只新增',
  update: '只更新',
}

/** Statuses as dictionary importStatus names them. */
export const statusWords: Readonly<Record<ImportStatus, string>> = {
  2: '校验中',
  3: '待导入',
  4: '导入中',
  5: '全部成功',
  6: '部分成功',
  7: '失败',
  8: '已取消',
}

/** What became of an import, in one word. */
export const statusOf = ({ importStatus, undoneAt }: ImportLine): string =>
  undoneAt === null ? statusWords[importStatus] : '已撤销'

/** Seconds as people say them. */
export function lasting(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} 秒`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`
}
