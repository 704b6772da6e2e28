import { useState } from 'react'
import {
  outcomes,
  type ImportView,
  type Outcome,
} from '../../../catalogue/contract/administration/imports.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Figures } from './figures.tsx'
import { FoundRows } from './found-rows.tsx'
import { useTaskActs, type ImportKind } from './use-imports.ts'

const keys = ['show', 'code', 'field'] as const

/** What the list shows: an outcome, or rows that were read tolerantly. */
export type RowGroup = Outcome | 'repaired'

const isShown = (text: string): text is RowGroup =>
  text === 'repaired' || outcomes.some((one) => one === text)

/** What people look at first: what is wrong, then what changes. */
const firstOf = ({ counts }: ImportView): Outcome =>
  (['error', 'conflict', 'changed', 'new'] as const).find((outcome) => counts[outcome] > 0) ?? 'same'

/** What was found, to be looked through, mended and started. */
export function DryRun({ task, kind }: { task: ImportView; kind: ImportKind | undefined }) {
  const asked = useAsked(keys)
  const show = asked.of('show')
  // The list stays while its last fault is mended.
  const [first] = useState(() => firstOf(task))
  const shown = isShown(show) ? show : first
  return (
    <>
      <Figures
        counts={task.counts}
        current={shown}
        onChoose={(next) => asked.put({ show: next, code: '', field: '' })}
      />
      {task.ignored.length > 0 && (
        <p className="import-note">
          没有用到的列：{task.ignored.join('、')}。如果应当导入，请核对表头后重新上传。
        </p>
      )}
      <FoundRows task={task} kind={kind} shown={shown} asked={asked} />
      <StartBar task={task} kind={kind} />
    </>
  )
}

/** What starting does, in numbers. */
function StartBar({ task, kind }: { task: ImportView; kind: ImportKind | undefined }) {
  const { start, cancel } = useTaskActs(task.id)
  const { counts, token } = task
  const written = counts.new + counts.changed
  const left = counts.error + counts.conflict
  const ask = async () => {
    const yes = await confirm({
      title: `导入 ${thousands(written)} 行？`,
      text: [
        `新增 ${thousands(counts.new)} ${kind?.noun ?? '行'}，变更 ${thousands(counts.changed)} 行`,
        counts.same > 0 ? `，${thousands(counts.same)} 行没有变化，跳过` : '',
        left > 0 ? `；${thousands(left)} 行有错误或冲突，留下不导入` : '',
        '。导入结束后 30 天内可以整批撤销。',
      ].join(''),
      ok: `导入 ${thousands(written)} 行`,
    })
    if (yes && token !== null) start.mutate(token)
  }
  const drop = async () => {
    if (
      await confirm({
        title: '不导入该文件？',
        text: '未写入任何数据，改好的格不再保留。',
        ok: '不导入',
        danger: true,
      })
    )
      cancel.mutate()
  }
  return (
    <StickyBar note={note(task)}>
      <Button onClick={() => void drop()}>不导入</Button>
      <Button
        look="primary"
        busy={start.isPending}
        disabled={written === 0 || token === null}
        onClick={() => void ask()}
      >
        {left > 0
          ? `导入 ${thousands(written)} 行，${thousands(left)} 行留下`
          : `导入 ${thousands(written)} 行`}
      </Button>
    </StickyBar>
  )
}

function note({ counts }: ImportView): string {
  if (counts.new + counts.changed === 0) return '没有可以导入的行'
  return counts.error > 0
    ? `还有 ${thousands(counts.error)} 行有错误，可以改好再导入`
    : '导入后 30 天内可以整批撤销'
}
