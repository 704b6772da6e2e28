import type { Prep, PrepLine } from '../../../catalogue/contract/preps.ts'
import type { Plan } from '../../../catalogue/preps/plan.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PlanChanges } from './plan-view.tsx'
import { useOthers, useVersion } from './use-preps.ts'

/** Who took the common plan; to those who take part also what each changed and thought of it. */
export function OthersPart({ prep }: { prep: Prep }) {
  const { adapters, members } = prep
  const isInGroup = prep.may.note || prep.may.write || prep.may.edit
  if (adapters.length === 0) return <Empty text="暂无人取用共案。" />
  return (
    <>
      <Panel title="取用的教师">
        <ul className="prep-people">
          {adapters.map(({ id, name, on, reflected }) => (
            <li key={id}>
              {name}
              <span className="x-faint x-note">
                　第 {on} 版{reflected ? '　已写反思' : ''}
              </span>
            </li>
          ))}
        </ul>
        {!isInGroup && members.length > 0 && (
          <p className="x-faint x-note">个案和反思只有参加备课的教师能看。</p>
        )}
      </Panel>
      {isInGroup && <Plans prep={prep} />}
    </>
  )
}

function Plans({ prep }: { prep: Prep }) {
  const answer = useOthers(prep.id, true)
  return (
    <Loaded answer={answer} failed="大家的个案打开失败" lines={6}>
      {({ list }) =>
        list.map(({ by, on, blocks, reflection }) => (
          <Panel key={by.id} title={`${by.name}的个案`}>
            <Changes prepId={prep.id} on={on} by={by} blocks={blocks} />
            {reflection !== '' && (
              <>
                <h3>教学反思</h3>
                <p className="prep-said">{reflection}</p>
              </>
            )}
          </Panel>
        ))
      }
    </Loaded>
  )
}

function Changes({
  prepId,
  on,
  by,
  blocks,
}: {
  prepId: string
  on: number
  by: PrepLine['main']
  blocks: Plan
}) {
  const common = useVersion(prepId, on)
  return (
    <Loaded answer={common} failed={`${by.name}取用的那一版打开失败`} lines={3}>
      {(version) => <PlanChanges common={version.blocks} own={blocks} />}
    </Loaded>
  )
}
