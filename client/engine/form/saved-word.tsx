import type { SaveProgress } from './use-whole-form.ts'

const clock = (at: Date) => at.toLocaleTimeString('zh-CN', { hour12: false })

/** How saving stands, in a word that screen readers hear; `called` names the thing: 该题. */
export function SavedWord({
  progress,
  isDue,
  called,
}: {
  progress: SaveProgress
  isDue: boolean
  called: string
}) {
  return <output className="x-dense">{wordOf(progress, isDue, called)}</output>
}

function wordOf(progress: SaveProgress, isDue: boolean, called: string) {
  if (progress.step === 'saving') return '正在保存…'
  if (progress.step === 'newer')
    return <span className="x-labelled-fault">{called}在别处改过了，请刷新后再写；这里写的本机留有副本</span>
  if (progress.step === 'failed')
    return <span className="x-labelled-fault">没有保存：{progress.message}　填写的内容还在</span>
  if (isDue) return '有改动，停下后自动保存'
  return progress.step === 'saved' ? `草稿已保存 ${clock(progress.at)}` : ''
}
