import type { BeginningStep } from '../../../../catalogue/contract/administration/overview.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { DutyLink } from './duty-link.tsx'

/** The steps from an empty portal to a working region; the panel goes when the last one is done. */
export function Beginning({ steps }: { steps: readonly BeginningStep[] }) {
  const done = steps.filter((step) => step.done).length
  const current = steps.find((step) => !step.done)
  return (
    <div className="overview-beginning">
      <Panel
        title="从这里开始"
        beside={
          <span className="x-faint x-dense">
            完成 {done} / {steps.length}，全部完成后这里自动消失
          </span>
        }
        flush
      >
        <ol>
          {steps.map((step, place) => (
            <li key={step.key} aria-current={step === current ? 'step' : undefined}>
              <span className="x-num">
                {step.done ? (
                  <>
                    <Icon name="pass" />
                    <span className="x-hidden">已完成</span>
                  </>
                ) : (
                  place + 1
                )}
              </span>
              <div>
                <h3>{step.title}</h3>
                <p>{step.note}</p>
              </div>
              <DutyLink
                to={step.link}
                label={`${step.done ? '查看' : '去办理'}：${step.title}`}
                primary={step === current}
              >
                {step.done ? '查看' : '去办理'}
              </DutyLink>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
