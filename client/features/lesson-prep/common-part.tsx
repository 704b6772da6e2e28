import { useState } from 'react'
import type { Prep } from '../../../catalogue/contract/preps.ts'
import { useAutosave } from '../../engine/form/use-autosave.ts'
import { OfferedCopy } from '../../engine/form/offered-copy.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { BlockNotes, Thread } from './notes.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { PlanView } from './plan-view.tsx'
import { usePrepActs } from './use-preps.ts'
import { useTypedPlan } from './use-typed-plan.ts'
import { firstPlan, threadsOf } from './words.ts'

/** The common plan with its notes; whoever takes part may write it, one at a time. */
export function CommonPart({ prep }: { prep: Prep }) {
  const [isWriting, setWriting] = useState(false)
  return isWriting ? (
    <Writing prep={prep} onEnd={() => setWriting(false)} />
  ) : (
    <Reading prep={prep} onWrite={() => setWriting(true)} />
  )
}

function Reading({ prep, onWrite }: { prep: Prep; onWrite: () => void }) {
  const { step } = usePrepActs(prep.id)
  const { busy, faults, run } = useAct([])
  const { holder, may, blocks } = prep
  const threads = threadsOf(prep.notes, blocks)
  const left = threads.get('') ?? []
  const begin = () =>
    run(async () => {
      await step.mutateAsync({ name: 'hold' })
      onWrite()
    })
  const write = may.write && (
    <Button icon="edit" busy={busy} onClick={() => void begin()}>
      {prep.state === 'planned' ? '写初备' : '修改教案'}
    </Button>
  )
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="现在不能写" detail={faults['form']} />}
      {holder && (
        <output className="prep-held">
          {holder.name}正在写，{listTime(holder.until)} 后可以接着写。
        </output>
      )}
      <Panel title={prep.state === 'agreed' || prep.state === 'archived' ? '共案' : '教案'} extra={write}>
        {blocks.length === 0 ? (
          <Empty text={may.write ? '暂无初备。' : '初备写好、请大家研讨后，这里可以看。'} />
        ) : (
          <PlanView
            blocks={blocks}
            below={(block) => <BlockNotes prep={prep} block={block} threads={threads.get(block) ?? []} />}
          />
        )}
      </Panel>
      {left.length > 0 && (
        <Panel title="原来所在的段落已删去的批注">
          {left.map((thread) => (
            <Thread key={thread.note.id} prep={prep} thread={thread} />
          ))}
        </Panel>
      )}
    </>
  )
}

/** The text while it is written: saved by itself, held against others until it is let go. */
function Writing({ prep, onEnd }: { prep: Prep; onEnd: () => void }) {
  const { write, step } = usePrepActs(prep.id)
  const plan = useTypedPlan(
    `prep/${prep.id}`,
    () => ({ blocks: prep.blocks.length === 0 ? firstPlan() : prep.blocks, reflection: '' }),
    prep.version,
  )
  const { typed, isDue } = plan
  const { busy, faults, run } = useAct(['blocks'])
  const fault = faults['blocks'] ?? faults['form']
  useLeaveGuard(isDue)
  const save = () =>
    run(async () => {
      await write.mutateAsync({ blocks: typed.blocks, version: prep.version })
      plan.settle(typed)
    })
  useAutosave(isDue && fault === undefined && !busy && !plan.isOffered, typed, false, save)
  const end = async () => {
    if (isDue && !(await save())) return
    await run(async () => void (await step.mutateAsync({ name: 'release' })))
    onEnd()
  }
  return (
    <Panel
      title="写教案"
      beside={<output className="x-faint">{busy ? '正在保存…' : isDue ? '尚未保存' : '已保存'}</output>}
    >
      {fault !== undefined && <ErrorBox title="没有保存" detail={fault} kept="写的内容都还在" />}
      <OfferedCopy what="教案" {...plan} />
      <PlanEditor blocks={typed.blocks} onChange={(blocks) => plan.change({ blocks })} />
      <div className="prep-buttons">
        <Button look="primary" busy={busy} onClick={() => void end()}>
          写好了
        </Button>
        <Button busy={busy} onClick={() => void save()}>
          保存
        </Button>
      </div>
      <p className="x-faint x-note">写的时候他人不能改；停下 10 分钟后，参加的教师可以接着写。</p>
    </Panel>
  )
}
