import type { OwnPlan, Prep } from '../../../catalogue/contract/preps.ts'
import { useAutosave } from '../../engine/form/use-autosave.ts'
import { OfferedCopy } from '../../engine/form/offered-copy.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { PlanChanges } from './plan-view.tsx'
import { usePrepActs, useVersion } from './use-preps.ts'
import { useTypedPlan } from './use-typed-plan.ts'

/** What the teacher makes of the common plan for the own class, and the reflection after the lesson. */
export function OwnPart({ prep }: { prep: Prep }) {
  if (prep.own) return <Own prep={prep} own={prep.own} />
  return (
    <Empty
      text={prep.may.adapt ? '尚未取用。点上面的“取用为我的个案”。' : '共案定下后，可以取用为自己的个案。'}
    />
  )
}

function Own({ prep, own }: { prep: Prep; own: OwnPlan }) {
  const { writeOwn, print } = usePrepActs(prep.id)
  const common = useVersion(prep.id, own.on)
  const plan = useTypedPlan(`prep/${prep.id}/own`, () => own, own.version)
  const { typed, isDue } = plan
  const { busy, faults, run } = useAct(['blocks', 'reflection'])
  const fault = faults['blocks'] ?? faults['form'] ?? faults['reflection']
  useLeaveGuard(isDue)
  const save = () =>
    run(async () => {
      const { blocks, reflection } = typed
      await writeOwn.mutateAsync({ blocks, reflection, version: own.version })
      plan.settle(typed)
    })
  useAutosave(isDue && fault === undefined && !busy && !plan.isOffered, typed, false, save)
  return (
    <>
      <Panel
        title="我的个案"
        beside={
          <output className="x-faint">
            取自第 {own.on} 版　{busy ? '正在保存…' : isDue ? '尚未保存' : '已保存'}
          </output>
        }
      >
        {fault !== undefined && <ErrorBox title="没有保存" detail={fault} kept="写的内容都还在" />}
        <OfferedCopy what="教案" {...plan} />
        <PlanEditor blocks={typed.blocks} onChange={(blocks) => plan.change({ blocks })} />
        <label className="x-labelled prep-reflection">
          教学反思（课后写）
          <textarea
            rows={5}
            maxLength={2000}
            value={typed.reflection}
            onChange={({ target }) => plan.change({ reflection: target.value })}
          />
        </label>
        <div className="prep-buttons">
          <Button look="primary" busy={busy} onClick={() => void save()}>
            保存
          </Button>
          <Button
            icon="download"
            busy={print.isPending}
            onClick={() =>
              void run(async () => {
                const { blocks, reflection } = typed
                if (isDue) await writeOwn.mutateAsync({ blocks, reflection, version: own.version })
                plan.settle(typed)
                await print.mutateAsync({ text: 'own', name: `${prep.title}（个案）` })
              })
            }
          >
            打印个案
          </Button>
        </div>
      </Panel>
      <Panel title="与共案的差异">
        <Loaded answer={common} failed="共案打开失败" lines={4}>
          {({ blocks }) => <PlanChanges common={blocks} own={typed.blocks} />}
        </Loaded>
      </Panel>
    </>
  )
}
