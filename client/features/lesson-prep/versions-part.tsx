import { useState } from 'react'
import type { Prep } from '../../../catalogue/contract/preps.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PlanView } from './plan-view.tsx'
import { useVersion } from './use-preps.ts'

const kinds = { discussed: '请大家研讨', agreed: '定为共案' } as const

/** The fixed versions, and one of them as it was. */
export function VersionsPart({ prep }: { prep: Prep }) {
  const [no, setNo] = useState(0)
  if (prep.versions.length === 0) return <Empty text="请大家研讨时存下第 1 版。" />
  return (
    <>
      <Panel title="存下的版本">
        <ul className="prep-versions">
          {prep.versions.map((version) => (
            <li key={version.no}>
              <span>
                第 {version.no} 版　{kinds[version.kind]}
                <span className="x-faint x-note">
                  　{version.by}　{listTime(version.at)}
                </span>
              </span>
              <Button look="text" aria-pressed={no === version.no} onClick={() => setNo(version.no)}>
                看第 {version.no} 版
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      {no > 0 && <Version prepId={prep.id} no={no} />}
    </>
  )
}

function Version({ prepId, no }: { prepId: string; no: number }) {
  const answer = useVersion(prepId, no)
  return (
    <Panel title={`第 ${no} 版`}>
      <Loaded answer={answer} failed="这一版打开失败" lines={6}>
        {({ blocks }) => <PlanView blocks={blocks} />}
      </Loaded>
    </Panel>
  )
}
