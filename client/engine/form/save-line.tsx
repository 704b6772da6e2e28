import { Icon } from '../../ui/look/icon.tsx'
import type { RecordFormModel } from './use-record-form.ts'

const clock = (at: Date) => at.toLocaleTimeString('zh-CN', { hour12: false })

/** The state of saving, also announced to screen readers, e.g. 草稿已保存 10:42:15. */
export function SaveLine({ form }: { form: RecordFormModel }) {
  return (
    <output className="xr-save" data-testid="save-line">
      {wordOf(form)}
    </output>
  )
}

function wordOf({ state, unsaved, atOnce }: RecordFormModel) {
  const { progress } = state
  if (progress.step === 'saving') return '正在保存…'
  if (progress.step === 'failed' && progress.unanswered && !atOnce) {
    return (
      <span>
        <Icon name="warn" className="xr-accent" />{' '}
        连不上网络或服务器，网络恢复后自动保存。填写的内容都在，本机也留有副本。
      </span>
    )
  }
  if (progress.step === 'failed') {
    return <span className="xr-fault">没有保存成：{progress.message}　填写的内容还在，本机也留有副本</span>
  }
  if (unsaved) return atOnce ? '有修改尚未保存' : '有改动，停下几秒后自动保存草稿'
  if (progress.step === 'saved') {
    return (
      <>
        <Icon name="check" className="xr-ok" />
        {atOnce ? '已保存' : '草稿已保存'}　<span className="x-num">{clock(progress.at)}</span>
        {progress.left > 0 && `，${progress.left} 栏有误，还没存`}
      </>
    )
  }
  return '没有未保存的改动'
}
