import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaperAnswer, PaperQuestion } from '../../../catalogue/contract/question-import.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { headIn } from '../../../catalogue/papers/file.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { chapters, numbersOf } from '../../engine/library/curriculum-fields.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { BroughtPart } from './brought-part.tsx'
import { FoundPart, levels } from './found-question.tsx'
import type { FoundQuestion } from './mending.ts'
import { OriginalPart } from './original-part.tsx'
import { MendingBar } from './mending-bar.tsx'
import { useChoice } from './use-choice.ts'
import { useMendingCopy, type MendingCopy } from './mending-copy.ts'
import { useMending, type PaperMending } from './use-mending.ts'
import { useComposing } from './use-composing.ts'
import { bringIn } from './use-import.ts'
import './mending.css'

type Subject = MendingCopy['about']
const stays = '尚未导入。已做的修整留在本机，再次打开“导入试题”可以接着做。'

/** A paper as it was understood: each question with how sure that is, beside what it was read from. */
export function PaperReview({
  paper,
  entry,
  before,
  toPaper,
  onAgain,
}: {
  paper: PaperAnswer
  entry: PageEntry
  /** What was mended before on this computer. */
  before: MendingCopy
  /** Whether the file was chosen to make a paper of it. */
  toPaper: boolean
  onAgain: () => void
}) {
  const cache = useQueryClient()
  const { batch } = before
  const [brought, setBrought] = useState<number | null>(null)
  const [about, setAbout] = useState<Subject>(before.about)
  const mending = useMending(paper, before.steps)
  const choice = useChoice(mending, brought === null, before.turned)
  const { questions, canMend, steps } = mending
  useMendingCopy({ ...before, steps, turned: [...choice.turned], about }, brought === null)
  const act = useAct([])
  const leave = useLeaveGuard(brought === null, stays)
  const chosen = questions.filter(choice.isChosen)
  const values = chosen.map(({ value }) => ({ ...value, ...overGaps(value, about) }))
  const bring = async () => {
    const ids = await bringIn(batch, values)
    setBrought(ids.length)
    await cache.invalidateQueries({ queryKey: ['questions'] })
  }
  const compose = useComposing({ paper, mending, chosen, values, about, batch }, leave)
  const known = questions.filter((one) => one.known !== null).length
  if (brought !== null)
    return <BroughtPart count={brought} batch={batch} path={entry.path} onAgain={onAgain} />
  return (
    <div className={canMend ? 'question-edit question-mending' : 'question-edit'}>
      {paper.paper !== null && (
        <OriginalPart
          source={paper.paper}
          own={choice.current?.blocks ?? []}
          chosen={choice.paragraph}
          onChoose={choice.setParagraph}
        />
      )}
      <div className="question-body">
        {canMend && <MendingBar mending={mending} choice={choice} />}
        {questions.length === 0 && <p>没有认出试题。请检查题号是否从 1 起连续，再试一次。</p>}
        {questions.map((question, place) => (
          <FoundPart
            key={question.key}
            question={question}
            isCurrent={place === choice.at}
            isChosen={choice.isChosen(question)}
            onToggle={() => choice.toggle(question)}
            onOpen={canMend ? () => choice.setOpen(question.key) : null}
            editing={{
              isOpen: choice.editing === question.key,
              onOpen: () => choice.setEditing(question.key),
              onEdit: (value) => choice.edit(question, value),
              onRestore: () => mending.restore(question),
              onClose: () => choice.setEditing(null),
            }}
          />
        ))}
        <Tray tray={mending.tray} />
      </div>
      <aside className="question-preview" aria-label="导入">
        <Panel title="认出的试题">
          <Counts paper={paper} mending={mending} />
          <Numbers questions={questions} at={choice.at} onOpen={choice.open} />
        </Panel>
        <AboutAll about={about} onChange={setAbout} />
        <ImportActs
          canCompose={canMend}
          toPaper={toPaper}
          counts={{ values: values.length, items: chosen.length + known }}
          act={act}
          onBring={bring}
          onCompose={compose}
          onAgain={onAgain}
        />
        <p className="x-faint x-dense">
          <Kbd>J</Kbd> 下一道　<Kbd>K</Kbd> 上一道　<Kbd>N</Kbd> 下一处要看的　<Kbd>X</Kbd> 选或不选　
          <Kbd>E</Kbd> 改文字（<Kbd>Esc</Kbd> 收起）
          {canMend && (
            <>
              <br />
              <Kbd>M</Kbd> 并入上一题　<Kbd>S</Kbd> 从选中的段落拆开　<Kbd>Z</Kbd> 撤销
            </>
          )}
        </p>
      </aside>
    </div>
  )
}

/** Bringing in what is chosen, as drafts or as a paper of them. */
function ImportActs({
  canCompose,
  toPaper,
  counts,
  act: { busy, faults, run },
  onBring,
  onCompose,
  onAgain,
}: {
  canCompose: boolean
  toPaper: boolean
  /** Questions to bring in, and those that a paper would have. */
  counts: { readonly values: number; readonly items: number }
  act: ReturnType<typeof useAct>
  onBring: () => Promise<void>
  onCompose: () => Promise<void>
  onAgain: () => void
}) {
  return (
    <>
      {faults['form'] !== undefined && (
        <p role="alert" className="x-labelled-fault">
          {faults['form']}
        </p>
      )}
      <p className="x-soft x-dense">
        尚未写入；已做的修整留在本机，刷新、断线后接着做。导入后是草稿，7 天内可以整批撤回。
        {canCompose && '组成试卷时大题和次序照文件，没有选的题不进试卷。'}
      </p>
      <div className="library-acts">
        <Button
          look={toPaper ? 'plain' : 'primary'}
          busy={busy}
          disabled={counts.values === 0}
          onClick={() => void run(onBring)}
        >
          导入 {counts.values} 道为草稿
        </Button>
        {canCompose && (
          <Button
            look={toPaper ? 'primary' : 'plain'}
            busy={busy}
            disabled={counts.items === 0}
            onClick={() => void run(onCompose)}
          >
            {counts.items} 道组成试卷
          </Button>
        )}
        <Button onClick={onAgain}>换一个文件</Button>
      </div>
    </>
  )
}

/** A file that says itself what its questions are about keeps that; what is chosen here fills its gaps. */
const overGaps = (value: QuestionValue, { schoolStage, subject, nodes }: Subject) => ({
  schoolStage: value.schoolStage ?? (schoolStage || null),
  subject: value.subject ?? (subject || null),
  nodes: value.nodes.length > 0 ? value.nodes : [...nodes],
})

/** Subject and chapters for all that is chosen. */
function AboutAll({ about, onChange }: { about: Subject; onChange: (about: Subject) => void }) {
  return (
    <Panel title="给选中的设归类">
      <div className="question-fields">
        {(['schoolStage', 'subject'] as const).map((dict) => (
          <Choice
            key={dict}
            label={dict === 'subject' ? '学科' : '学段'}
            value={about[dict]}
            options={selectable(dict)}
            onChange={(code) => onChange({ ...about, [dict]: code })}
          />
        ))}
      </div>
      <FieldRow
        name="nodes"
        field={chapters}
        value={about.nodes.length === 0 ? null : about.nodes}
        row={{ schoolStage: about.schoolStage, subject: about.subject }}
        required={false}
        onSet={(_, value) => onChange({ ...about, nodes: numbersOf(value) })}
        onLeave={() => undefined}
      />
    </Panel>
  )
}

function Counts({
  paper: { formulas, pictures },
  mending: { questions, warnings },
}: {
  paper: PaperAnswer
  mending: PaperMending
}) {
  const count = (level: PaperQuestion['confidence']) =>
    questions.filter(({ confidence }) => confidence === level).length
  const already = questions.filter(({ known }) => known !== null).length
  const edited = questions.filter((question) => question.edited !== null).length
  return (
    <>
      <p>
        共 {questions.length} 道：把握高 {count('high')}，中 {count('middle')}，低 {count('low')}。公式{' '}
        {formulas} 个，图片 {pictures} 张。
      </p>
      <p className="x-soft x-dense">把握低的没有选中，看过再选。</p>
      {edited > 0 && <p>其中 {edited} 道已改过文字，原文仍可对照。</p>}
      {already > 0 && <p>其中 {already} 道已在库中，一字未改，不再导入。</p>}
      {warnings.map((warning) => (
        <p key={warning} className="x-labelled-fault">
          {warning}
        </p>
      ))}
    </>
  )
}

/** The numbers of the questions by their heads, with how sure each is; one is opened by its number. */
function Numbers({
  questions,
  at,
  onOpen,
}: {
  questions: readonly FoundQuestion[]
  at: number
  onOpen: (place: number) => void
}) {
  const heads = [...new Set(questions.map(({ section }) => section))]
  return heads.map((head) => (
    <div key={head ?? ''} className="question-numbers">
      {head !== null && <span className="x-soft x-dense">{headIn(head).title}</span>}
      <ol aria-label={head ?? '题号'}>
        {questions.map(({ key, number, section, confidence, edited }, place) =>
          section === head ? (
            <li key={key}>
              <button
                type="button"
                className={`question-number-${edited !== null && confidence === 'high' ? 'edited' : confidence}`}
                aria-current={place === at ? 'true' : undefined}
                aria-label={`第 ${number} 题，${edited === null ? `把握${levels[confidence]}` : '已改文字'}`}
                onClick={() => onOpen(place)}
              >
                {number}
              </button>
            </li>
          ) : null,
        )}
      </ol>
    </div>
  ))
}

/** Lines that were not understood: nothing of a paper is lost silently. */
function Tray({ tray }: Pick<PaperMending, 'tray'>) {
  if (tray.length === 0) return null
  return (
    <Panel title={`没有归处 ${tray.length} 段`}>
      <ul className="question-versions">
        {tray.map(({ text, reason }, i) => (
          <li key={`${i + 1} ${text}`}>
            {text}
            <span className="x-faint">　{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
