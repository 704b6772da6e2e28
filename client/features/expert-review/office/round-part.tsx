import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import type { RoundView } from '../../../../catalogue/contract/review/rounds.ts'
import { ruleLines } from '../../../../catalogue/reviews/rule-words.ts'
import { useAsked } from '../../../engine/list/use-asked.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { listTime } from '../../../platform/format.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { StateTabs } from '../../../ui/layout/state-tabs.tsx'
import { BoardPart, ExpertsPart } from './board-part.tsx'
import { ResultsPart } from './results-part.tsx'
import { RoundSteps } from './round-steps.tsx'
import { Progress } from './progress.tsx'
import { useRound } from './use-rounds.ts'
import { eventLabels, RoundMark } from './words.tsx'

const parts = {
  board: '进度',
  experts: '专家',
  results: '评分',
  rules: '规则与抽取',
  record: '办理记录',
} as const
type Part = keyof typeof parts

/** The parts that a round has in its state; the first is shown where the address names none. */
function partsOf({ state }: RoundView): Part[] {
  if (state === 'closed') return ['results', 'board', 'experts', 'rules', 'record']
  if (state === 'open') return ['board', 'experts', 'rules', 'record']
  return ['rules', 'record']
}

/** One round along its life: rules, lot and assignment, progress without scores, results. */
export function RoundPart({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useRound(id)
  return (
    <Loaded answer={answer} failed="该评审打开失败" lines={10}>
      {(round) => (
        <PageFrame
          title={round.title}
          crumbs={[{ label: entry.title, to: entry.path }, { label: round.title }]}
          mark={<RoundMark state={round.state} />}
          actions={
            round.state === 'draft' && (
              <ButtonLink icon="edit" to={`${entry.path}?id=${id}&edit=1`}>
                修改
              </ButtonLink>
            )
          }
        >
          <div className="er-round" data-testid="round">
            <RoundSteps round={round} />
            {round.state !== 'draft' && round.state !== 'cancelled' && (
              <p className="er-head">
                {round.items} 件材料 <Progress round={round} />
              </p>
            )}
            <Shortfall round={round} />
            <Parts round={round} />
          </div>
        </PageFrame>
      )}
    </Loaded>
  )
}

function Parts({ round }: { round: RoundView }) {
  const asked = useAsked(['view'])
  const offered = partsOf(round)
  const current = offered.find((part) => part === asked.of('view')) ?? offered[0] ?? 'rules'
  return (
    <>
      <StateTabs
        label="评审的各部分"
        tabs={offered.map((part) => ({ key: part, label: parts[part] }))}
        current={current}
        onSelect={(view) => asked.put({ view })}
      />
      {current === 'board' && <BoardPart round={round} />}
      {current === 'experts' && <ExpertsPart round={round} />}
      {current === 'results' && <ResultsPart round={round} />}
      {current === 'rules' && <Rules round={round} />}
      {current === 'record' && <Happened events={round.events} />}
    </>
  )
}

/** Items that lack experts, each with the reason in words. */
function Shortfall({ round: { shortfall, state } }: { round: RoundView }) {
  if (shortfall.length === 0 || state !== 'open') return null
  return (
    <Panel title={`${shortfall.length} 件材料专家不足`}>
      <p className="x-soft">在专家库补充专家后点“再分配”，或在进度里给这几件指派专家。</p>
      <ul className="er-short">
        {shortfall.map(({ code, title, sentence }) => (
          <li key={code}>
            <b>
              {code}　{title}
            </b>
            <p className="xr-fault">{sentence}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Rules({ round }: { round: RoundView }) {
  const { rules, rulesDigest, lot, state } = round
  return (
    <>
      <Panel
        title="评审规则"
        extra={
          <span className="x-faint x-dense">{state === 'draft' ? '开始评审时冻结' : '开始时已冻结'}</span>
        }
      >
        <dl className="er-values">
          {ruleLines(rules).map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {rulesDigest !== null && (
            <div>
              <dt>参数摘要</dt>
              <dd className="x-num">{rulesDigest}</dd>
            </div>
          )}
        </dl>
        {rules.rubric
          .filter(({ text, bands }) => text !== '' || bands.length > 0)
          .map(({ key, label, text, bands }) => (
            <p key={key} className="x-soft">
              <b>{label}</b>：
              {[text, ...bands.map((band) => `${band.label} ${band.from / 100} 分起，${band.text}`)].join(
                '；',
              )}
            </p>
          ))}
      </Panel>
      {lot && <Lot lot={lot} />}
    </>
  )
}

function Lot({ lot: { seed, candidates, panel } }: { lot: NonNullable<RoundView['lot']> }) {
  if (seed === '') return <ErrorBox title="没有抽取记录" />
  return (
    <Panel title="抽取专家">
      <p className="x-soft">
        按种子把当时在聘的 {candidates.length}{' '}
        位专家排出先后，按这个先后分配和候补。凭种子和编号可以重排一次核对。
      </p>
      <dl className="er-values">
        <div>
          <dt>种子</dt>
          <dd className="x-num er-seed">{seed}</dd>
        </div>
        <div>
          <dt>抽取后的先后（专家编号）</dt>
          <dd className="x-num er-seed">{panel.join('、')}</dd>
        </div>
      </dl>
    </Panel>
  )
}

function Happened({ events }: { events: RoundView['events'] }) {
  return (
    <Panel title="办理记录">
      <ol className="xr-timeline">
        {events.map(({ at, by, action, reason }, place) => (
          <li key={`${at} ${action} ${events.length - place}`} className="xr-tone-quiet">
            <b>{eventLabels[action] ?? action}</b>
            <p className="x-faint">
              {by}　{listTime(at)}
            </p>
            {reason !== null && <p>{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
