import { useNavigate } from 'react-router'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { questionReasons } from '../../../catalogue/questions/chain.ts'
import { OpinionField, toggled } from '../../engine/review/opinion.tsx'
import { useShortcuts } from '../../engine/review/shortcuts.ts'
import { useQueueWalk } from '../../engine/review/use-queue-walk.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Kbd } from '../../ui/look/kbd.tsx'
import { NearList } from './near-list.tsx'
import { QuestionFacts, QuestionVersions, QuestionWay } from './question-facts.tsx'
import { QuestionView } from './question-view.tsx'
import { QuestionUndo } from './undo.tsx'
import { useDecision, type Decision } from './use-decision.ts'
import { useQuestion, useQuestions } from './use-questions.ts'
import '../../engine/list/list.css'
import '../../engine/review/review.css'
import '../../engine/review/review-narrow.css'
import '../../engine/review/reasons/reasons.css'
import '../../engine/review/desk-parts.css'

/** Questions under review one after the other: the queue, one as it is printed, and beside it the opinion. */
export function QuestionDesk({ id, path, title }: { id: number; path: string; title: string }) {
  const navigate = useNavigate()
  const queue = useQuestions({ view: 'queue', pageSize: 50 })
  const answer = useQuestion(id)
  usePageTitle(title)
  const lines = queue.data?.list ?? []
  const ids = lines.map((line) => line.id)
  const open = (next: number, replace = false) => void navigate(`${path}?id=${next}`, { replace })
  const { next, previous, decided } = useQueueWalk({
    ids,
    current: id,
    unit: '道',
    open,
    close: () => void navigate(path, { replace: true }),
  })
  const at = ids.indexOf(id)
  const place = at < 0 ? `共 ${lines.length} 道` : `第 ${at + 1} 道，共 ${queue.data?.total ?? 0} 道`
  return (
    <div className="xr-desk question-desk" data-testid="question-desk">
      <h1 className="x-hidden" tabIndex={-1}>
        {title}
      </h1>
      <div className="xr-phone-head">
        <Button look="text" icon="left" onClick={() => void navigate(path)} aria-label="返回列表" />
        <b>
          {title}
          <span>{place}</span>
        </b>
        <Button look="text" icon="up" onClick={previous} aria-label="上一道" />
        <Button look="text" icon="down" onClick={next} aria-label="下一道" />
      </div>
      <div className="xr-rail-box">
        <Button look="text" icon="left" onClick={() => void navigate(path)}>
          返回列表
        </Button>
        <QuestionUndo />
        <nav className="xr-rail" aria-label="待审队列">
          <p className="xr-rail-head">
            <b>{title}</b>
            <span className="x-faint x-num">{place}</span>
          </p>
          {lines.length === 0 && <p className="xr-none x-soft">暂无待审核的试题。</p>}
          <ol>
            {lines.map((line) => (
              <li key={line.id}>
                <button
                  type="button"
                  className="xr-rail-item"
                  aria-current={line.id === id || undefined}
                  onClick={() => open(line.id)}
                >
                  <b>{line.title}</b>
                  <span className="xr-rail-line xr-rail-what">
                    <span>
                      {line.org}　{line.author === line.org ? '' : line.author}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <Loaded answer={answer} failed="该题打开失败" lines={12}>
        {(question) => <Reviewed key={question.id} question={question} onDecided={decided} onSkip={next} />}
      </Loaded>
    </div>
  )
}

function Reviewed({
  question,
  onDecided,
  onSkip,
}: {
  question: QuestionDetail
  onDecided: () => void
  onSkip: () => void
}) {
  const isTurn = question.may.approve
  const decision = useDecision(question, onDecided)
  const digits = questionReasons.map((reason, i) => [
    String(i + 1),
    () => decision.setOpinion((now) => toggled(now, reason)),
  ])
  useShortcuts(
    { A: () => void decision.pass(), R: () => void decision.sendBack(), ...Object.fromEntries(digits) },
    isTurn,
  )
  return (
    <>
      <div className="xr-middle">
        <article className="xr-paper" aria-label="试题">
          <QuestionView shown={question.shown} />
        </article>
      </div>
      <aside className="xr-right" aria-label="审核">
        <section className="xr-part">
          <h2>试题信息</h2>
          <p className="x-soft">
            {question.author}　{question.author === question.org ? '' : question.org}
          </p>
          <QuestionFacts question={question} />
        </section>
        <NearList question={question} />
        <QuestionWay question={question} />
        <QuestionVersions question={question} />
        {isTurn && (
          <OpinionField
            reasons={questionReasons}
            opinion={decision.opinion}
            fault={decision.fault}
            onChange={decision.setOpinion}
          />
        )}
      </aside>
      {isTurn && <DecisionBar question={question} decision={decision} onSkip={onSkip} />}
    </>
  )
}

function DecisionBar({
  question,
  decision,
  onSkip,
}: {
  question: QuestionDetail
  decision: Decision
  onSkip: () => void
}) {
  const next = question.steps.find(({ state }) => state === 'next')
  return (
    <section className="xr-decision" aria-label="审核决定">
      <span className="xr-keys xr-keys-only x-faint">
        <span>
          <Kbd>J</Kbd> 下一道
        </span>
        <span>
          <Kbd>K</Kbd> 上一道
        </span>
      </span>
      <span className="x-faint xr-wide-only">
        {next ? `通过后送${next.institution}` : `通过后${labelOf('shareScope', question.shareScope)}可用`}
      </span>
      <span className="xr-decision-buttons">
        <Button className="xr-wide-only" onClick={onSkip}>
          暂缓 <Kbd>S</Kbd>
        </Button>
        <Button look="danger" busy={decision.busy} onClick={() => void decision.sendBack()}>
          退回修改 <Kbd>R</Kbd>
        </Button>
        <Button look="primary" busy={decision.busy} onClick={() => void decision.pass()}>
          审核通过 <Kbd>A</Kbd>
        </Button>
      </span>
    </section>
  )
}
