import { useMutation, useQueryClient } from '@tanstack/react-query'
import { stepChoice, type BeginningStep } from '../../../../catalogue/contract/administration/overview.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { DutyLink } from './duty-link.tsx'

/**
 * The steps from an empty portal to a working region; the panel goes when the last one is done or put off.
 */
export function Beginning({ steps }: { steps: readonly BeginningStep[] }) {
  const done = steps.filter((step) => step.done).length
  const current = steps.find((step) => !step.done && !step.putOff)
  return (
    <div className="overview-beginning">
      <Panel
        title="从这里开始"
        beside={
          <span className="x-faint x-dense">
            完成 {done} / {steps.length}，全部完成或暂缓后这里自动消失
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
              <div className="overview-step-acts">
                {step.mayWait && !step.done && <PutOff step={step} />}
                <DutyLink
                  to={step.link}
                  label={`${step.done ? '查看' : '去办理'}：${step.title}`}
                  primary={step === current}
                >
                  {step.done ? '查看' : '去办理'}
                </DutyLink>
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

/** A region may do without a gateway or a domain for a while; the step can be taken up again. */
function PutOff({ step: { key, title, putOff } }: { step: BeginningStep }) {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      api.put(`/api/v1/overview/steps/${key}`, { schema: stepChoice, body: { putOff: !putOff } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['overview'] }),
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  const verb = putOff ? '恢复' : '暂缓'
  return (
    <Button aria-label={`${verb}：${title}`} busy={change.isPending} onClick={() => change.mutate()}>
      {putOff ? '已暂缓，恢复' : '暂缓'}
    </Button>
  )
}
