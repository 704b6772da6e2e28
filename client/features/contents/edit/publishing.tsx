import type { ReactNode } from 'react'
import type { ContentAction, ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { dateTime } from '../../../../catalogue/define.ts'
import { FieldRow } from '../../../engine/form/field-row.tsx'
import { sentenceTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { standingOf } from '../standing.ts'
import { ApprovalWay } from './approval-way.tsx'
import type { Acts } from './use-acts.ts'
import type { ContentFormState } from './use-content-form.ts'

/**
 * Everything that concerns publishing: what readers see, who they are, from when until when, who has to
 * agree.
 */
export function Publishing({
  view,
  acts,
  content,
  children,
}: {
  view: ContentView | null
  acts: Acts
  content: ContentFormState
  /** The fields that say who the readers are. */
  children: ReactNode
}) {
  const waits = view?.state === 'inReview'
  return (
    <Panel title="发布">
      {view && <p data-testid="standing">{standingOf(view)}</p>}
      {view && waits && (
        <p className="x-soft">
          {view.by}送审{view.askedAt && `，要求 ${sentenceTime(view.askedAt)} 发布`}
          {view.askedUntil && `，${sentenceTime(view.askedUntil)} 下架`}。
        </p>
      )}
      {children}
      {!waits && <TimesInput acts={acts} faults={content.faults} />}
      {view?.approval && <ApprovalWay approval={view.approval} waits={waits} />}
      {acts.fault && (
        <p role="alert" className="contents-fault">
          {acts.fault}
        </p>
      )}
      {view && <OtherActs view={view} acts={acts} />}
    </Panel>
  )
}

const times = {
  publishAt: dateTime('发布时间', { help: '不填为立即' }),
  takeDownAt: dateTime('下架时间', { help: '不填为一直显示' }),
} as const

function TimesInput({ acts, faults }: { acts: Acts; faults: ContentFormState['faults'] }) {
  return (
    <div className="contents-beside">
      {(['publishAt', 'takeDownAt'] as const).map((key) => (
        <FieldRow
          key={key}
          name={key}
          field={times[key]}
          value={acts.times[key]}
          row={{}}
          required={false}
          fault={faults[key]}
          onSet={(_, value) =>
            acts.setTimes({ ...acts.times, [key]: typeof value === 'string' ? value : '' })
          }
          onLeave={() => undefined}
        />
      ))}
    </div>
  )
}

/** What else may be done with a content, beside saving and handing in. */
function OtherActs({ view, acts }: { view: ContentView; acts: Acts }) {
  const can = (name: ContentAction) => view.can.includes(name)
  return (
    <div className="contents-acts">
      {can('withdraw') && (
        <Button onClick={() => void acts.run('withdraw', {}, '已撤回，可以再改')}>撤回送审</Button>
      )}
      {can('urge') && <Button onClick={() => void acts.run('urge', {}, '已催办')}>催办</Button>}
      {can('takeDown') && <Button onClick={() => void acts.takeDown()}>下架</Button>}
      {can('pin') && (
        <Button
          onClick={() =>
            void acts.run('pin', { pinned: !view.pinned }, view.pinned ? '已取消置顶' : '已置顶')
          }
        >
          {view.pinned ? '取消置顶' : '置顶'}
        </Button>
      )}
    </div>
  )
}
