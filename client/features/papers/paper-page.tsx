import { useState } from 'react'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { numeral } from '../../../catalogue/papers/value.ts'
import { ReachDots } from '../../engine/library/reach-dots.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { FiguresPart } from './figures-part.tsx'
import { PaperActs } from './paper-acts.tsx'
import { DecisionPart, OpeningPart, Raise, SealPart } from './paper-parts.tsx'
import { PrintPart } from './print-part.tsx'
import { QuestionShown } from './question-shown.tsx'
import { TwoWayTable } from './two-way-table.tsx'
import { usePaper } from './use-papers.ts'
import { standingOf, underTitle } from './words.ts'

/** One paper: as it is printed, and beside it what may be done with it. */
export function PaperPage({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = usePaper(id)
  const title = answer.data?.title ?? '试卷'
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      <Loaded answer={answer} failed="该试卷打开失败" lines={12}>
        {(paper) => <Opened key={paper.version} paper={paper} path={entry.path} />}
      </Loaded>
    </PageFrame>
  )
}

function Opened({ paper, path }: { paper: PaperDetail; path: string }) {
  const { may } = paper
  return (
    <div className="paper-page" data-testid="paper">
      <div className="paper-main">
        <PaperText paper={paper} />
      </div>
      <aside className="paper-aside" aria-label="试卷信息和办理">
        <Panel title="试卷信息">
          <p className="x-soft">{underTitle(paper)}</p>
          <p>
            {standingOf(paper)}
            {paper.remark !== null && <span className="paper-remark">退回意见：{paper.remark}</span>}
          </p>
          {paper.reach !== null && paper.reach !== '0' && <ReachDots reach={paper.reach} />}
          <PaperActs paper={paper} path={path} />
          {paper.faults.length > 0 && <Faults paper={paper} />}
        </Panel>
        {(may.approve || may.return) && <DecisionPart paper={paper} />}
        <PrintPart paper={paper} />
        {may.raise && <Raise paper={paper} />}
        {may.seal && <SealPart paper={paper} />}
        {paper.state === 'sealed' && <OpeningPart paper={paper} />}
        {paper.questions.length > 0 && (
          <Panel title="双向细目表">
            <TwoWayTable table={paper.twoWay} points={paper.points} />
          </Panel>
        )}
        {paper.reach !== null && <FiguresPart id={paper.id} />}
        {paper.trail.length > 0 && <Trail trail={paper.trail} />}
      </aside>
    </div>
  )
}

function Faults({ paper: { faults } }: { paper: PaperDetail }) {
  return (
    <ul className="paper-faults">
      {faults.map(({ field, code, message, level }) => (
        <li key={`${field} ${code}`} className={level === 'error' ? 'x-labelled-fault' : 'x-soft'}>
          {message}
        </li>
      ))}
    </ul>
  )
}

const verdicts: Readonly<Record<string, string>> = {
  submitted: '发布',
  approved: '通过',
  returned: '退回',
  withdrawn: '撤回',
  revoked: '撤回发布',
  archived: '归档',
  sealed: '密封',
  opened: '启封',
}

function Trail({ trail }: { trail: PaperDetail['trail'] }) {
  return (
    <Panel title="办理记录">
      <ol className="paper-trail">
        {trail.map(({ verdict, by, institution, reason, at }) => (
          <li key={`${at} ${verdict}`}>
            <b>{verdicts[verdict] ?? verdict}</b>　{by ?? '到时自动'}
            {institution === null ? '' : `　${institution}`}　
            <span className="x-num x-faint">{listTime(at)}</span>
            {reason !== null && <p className="x-soft">{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The paper as it is printed, its answers on demand. */
function PaperText({ paper }: { paper: PaperDetail }) {
  const [withAnswer, setAnswer] = useState(false)
  const { value, questions } = paper
  const starts = value.sections.map((_, at) =>
    value.sections.slice(0, at).reduce((sum, { items }) => sum + items.length, 0),
  )
  return (
    <article className="paper-text" aria-label="试卷">
      <header>
        <h2>{value.title}</h2>
        <p>
          满分 {value.totalScore} 分　考试时间 {value.duration} 分钟
        </p>
        <label className="paper-toggle">
          <input type="checkbox" checked={withAnswer} onChange={({ target }) => setAnswer(target.checked)} />
          显示答案和解析
        </label>
      </header>
      {value.notes !== '' && <p className="x-soft">{value.notes}</p>}
      {value.sections.length === 0 && <p className="x-faint">暂无试题。</p>}
      {value.sections.map((section, at) => (
        <section key={`${at + 1} ${section.title}`}>
          <h3>
            {numeral(at)}、{section.title || '（未命名）'}
            {section.scorePer !== null && `（每小题 ${section.scorePer} 分，共 ${section.items.length} 题）`}
          </h3>
          {section.note !== '' && <p className="x-soft">{section.note}</p>}
          <ol className="paper-items" start={(starts[at] ?? 0) + 1}>
            {section.items.map((item, i) => {
              const found = questions.find((one) => one.question === item.question && one.no === item.no)
              return (
                <li key={`${item.question} ${i + 1}`}>
                  {section.scorePer === null && item.score !== null && (
                    <span className="x-soft">（{item.score} 分）</span>
                  )}
                  {found ? (
                    <>
                      <QuestionShown shown={found.shown} withAnswer={withAnswer} />
                      {withAnswer && (
                        <p className="x-faint x-dense">
                          {found.cognitive === null ? '' : labelOf('cognitiveLevel', found.cognitive)}
                          {found.hasErratum ? '　该题有勘误，试卷里是原来那一版' : ''}
                        </p>
                      )}
                    </>
                  ) : (
                    <p className="x-faint">该题读不到</p>
                  )}
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </article>
  )
}
