import type { ChainImpact } from '../../../catalogue/contract/archive/chains.ts'
import type { Step } from '../../../catalogue/define.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Track } from '../../ui/layout/track.tsx'
import { chainWords } from './words.ts'

const cases = { always: '', holds: '，条件都成立', fails: '，条件都不成立' } as const
const why = { absent: '没有这一级', unstaffed: '暂无审核人' } as const

type Way = ChainImpact['ways'][number]

/** What publishing means, before it is done: who stays as they are, and how the next submissions go. */
export function ImpactDialog(props: {
  definition: ReviewedType
  chain: readonly Step[]
  impact: ChainImpact
  busy: boolean
  onPublish: () => void
  onClose: () => void
}) {
  const { definition, chain, impact, busy, onPublish, onClose } = props
  const dialog = useModalDialog(true, onClose)
  const open = impact.open.reduce((sum, { count }) => sum + count, 0)
  const openByState = impact.open.map(({ label, count }) => `${label} ${thousands(count)} 条`)
  return (
    <dialog ref={dialog} className="x-dialog chains-dialog" aria-labelledby="chain-impact">
      <h2 id="chain-impact">发布{definition.title}的新流程？</h2>
      <div className="chains-impact">
        <p className="chains-plain">{chainWords(definition, chain)}</p>
        <h3>在办的</h3>
        <p className="chains-plain">
          {open === 0
            ? '没有在办的。'
            : `${thousands(open)} 条在办的不受影响，按提交时的流程走完：${openByState.join('，')}。`}
        </p>
        {impact.ownCities.length > 0 && (
          <p className="chains-plain">{impact.ownCities.join('、')}的市直属学校另有流程，不随本次改动。</p>
        )}
        <h3>今后提交的</h3>
        {impact.ways.length === 0 && <p className="chains-plain">范围内暂无学校。</p>}
        <ul>
          {impact.ways.map((way) => (
            <li key={`${way.institution} ${way.when}`}>
              <b>{way.institution}</b>
              <span className="x-faint">
                （{way.kind}
                {cases[way.when]}）
              </span>
              <WayTrack way={way} definition={definition} />
            </li>
          ))}
        </ul>
      </div>
      <footer>
        <Button onClick={onClose}>再改改</Button>
        <Button look="primary" busy={busy} onClick={onPublish}>
          发布
        </Button>
      </footer>
    </dialog>
  )
}

function WayTrack({ way, definition: { ends, optional } }: { way: Way; definition: ReviewedType }) {
  if (way.noHolderFor)
    return <p className="chains-fault">{levelLabels[way.noHolderFor]}及以上没有可以审核的账号，交不上去。</p>
  if (way.steps.length === 0)
    return <p className={optional ? 'chains-plain' : 'chains-fault'}>没有上级审核：{ends.join('，直接')}。</p>
  const skipped = way.steps.flatMap((step) =>
    step.standsFor.map((one) => `${levelLabels[one.level]}${why[one.why]}，由${levelLabels[step.level]}审核`),
  )
  return (
    <>
      <Track
        stops={[
          { label: ends[0], state: 'plan' },
          ...way.steps.map((step) => ({
            label: levelLabels[step.level],
            title: step.institution,
            state: 'plan' as const,
          })),
          { label: ends[1], state: 'plan' },
        ]}
      />
      {skipped.map((line) => (
        <p key={line} className="chains-plain x-faint x-note">
          {line}
        </p>
      ))}
    </>
  )
}
