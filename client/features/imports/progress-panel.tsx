import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useTaskActs } from './use-imports.ts'
import { lasting } from './words.ts'

/** A step under way: how much of it is done, how fast, how long it takes, and the way out. */
export function ProgressPanel({ task }: { task: ImportView }) {
  const { cancel } = useTaskActs(task.id)
  const writing = task.status === '4'
  const stop = async () => {
    const yes = await confirm({
      title: writing ? '停止导入？' : '取消校验？',
      text: writing ? '已写入的行留下，停止后可以整批撤销。' : '未写入任何数据，文件需要重新上传。',
      ok: writing ? '停止导入' : '取消校验',
      danger: writing,
    })
    if (yes) cancel.mutate()
  }
  return (
    <Panel title={writing ? '正在导入' : '正在校验'}>
      <div className="import-progress">
        <Meter percent={task.progress} label={writing ? '导入进度' : '校验进度'} />
        <span className="x-num">{amount(task)}</span>
        <Button busy={cancel.isPending} onClick={() => void stop()}>
          {writing ? '停止导入' : '取消校验'}
        </Button>
      </div>
      <p className="import-note">{pace(task)}可以离开本页，完成后在“导入导出记录”里查看。</p>
      <output className="x-hidden">
        {/* Told in steps of ten: each figure would talk without end. */}
        {writing ? '正在导入' : '正在校验'}，已完成百分之{Math.floor(task.progress / 10) * 10}
      </output>
    </Panel>
  )
}

const amount = ({ done, total }: ImportView): string =>
  total === null ? `已读 ${thousands(done)} 行` : `${thousands(done)} / ${thousands(total)} 行`

function pace({ rate, secondsLeft, ahead }: ImportView): string {
  if (ahead > 0) return `前面还有 ${thousands(ahead)} 个文件在排队。`
  if (rate === null) return ''
  return `每秒 ${thousands(rate)} 行${secondsLeft === null ? '' : `，大约还要 ${lasting(secondsLeft)}`}。`
}
