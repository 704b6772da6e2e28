import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import {
  numeral,
  scoreOf,
  tenthsOfSection,
  type PaperItem,
  type PaperSection,
} from '../../../catalogue/papers/value.ts'
import { writingPath } from '../../../catalogue/questions/paths.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useDragging } from '../../ui/layout/use-dragging.ts'
import { Stem } from '../../engine/library/question-text.tsx'
import { changeItem, changeSection, dropItem, moveItem, stepItem, type ItemPlace } from './sections.ts'
import type { PaperForm } from './use-paper-form.ts'
import type { Pin } from './use-papers.ts'
import { rateWords } from './words.ts'

interface SectionsProps {
  readonly form: PaperForm
  readonly questionOf: (pin: Pin) => PaperQuestion | undefined
  readonly swapped: ItemPlace | null
  readonly onSwap: (place: ItemPlace | null) => void
}

/** The sections of a paper with their questions: order, scores, locks, swapping. */
export function SectionsPart(props: SectionsProps) {
  const { form } = props
  const { sections } = form.typed
  const starts = sections.map((_, at) =>
    sections.slice(0, at).reduce((sum, one) => sum + one.items.length, 0),
  )
  return (
    <Panel
      title="试题"
      extra={
        <Button
          look="text"
          icon="add"
          onClick={() =>
            form.change({
              sections: [
                ...sections,
                { title: '', form: null, note: '', scorePer: 3, shuffles: true, choose: null, items: [] },
              ],
            })
          }
        >
          加一大题
        </Button>
      }
    >
      {sections.length === 0 && (
        <p className="x-faint">暂无试题。左边填蓝图自动选题，或从右边的试题篮里加。</p>
      )}
      {sections.map((section, at) => (
        <Section key={`${at + 1}`} {...props} section={section} at={at} start={starts[at] ?? 0} />
      ))}
    </Panel>
  )
}

function Section({
  section,
  at,
  start,
  ...props
}: SectionsProps & { section: PaperSection; at: number; start: number }) {
  const { form } = props
  const change = (part: Partial<PaperSection>) =>
    form.change({ sections: changeSection(form.typed.sections, at, part) })
  return (
    <section className="paper-section" aria-label={`第 ${at + 1} 大题`}>
      <div className="paper-section-head">
        <b>{numeral(at)}、</b>
        <input
          aria-label={`第 ${at + 1} 大题的名称`}
          value={section.title}
          maxLength={100}
          onChange={({ target }) => change({ title: target.value })}
        />
        <label>
          每小题
          <input
            type="number"
            min={0}
            step={0.5}
            aria-label={`第 ${at + 1} 大题每小题的分值`}
            value={section.scorePer ?? ''}
            onChange={({ target }) => change({ scorePer: target.value === '' ? null : target.valueAsNumber })}
          />
          分
        </label>
        <span className="x-soft x-num">
          {section.items.length} 题　{tenthsOfSection(section) / 10} 分
        </span>
        {section.items.length === 0 && (
          <Button
            look="text"
            icon="trash"
            aria-label={`删去第 ${at + 1} 大题`}
            onClick={() => form.change({ sections: form.typed.sections.filter((_, i) => i !== at) })}
          />
        )}
      </div>
      <ol className="paper-rows">
        {section.items.map((item, i) => (
          <Item
            key={`${item.question}.${item.no}`}
            {...props}
            section={section}
            item={item}
            place={{ section: at, at: i }}
            number={start + i + 1}
          />
        ))}
      </ol>
    </section>
  )
}

function Item({
  form,
  questionOf,
  swapped,
  onSwap,
  section,
  item,
  place,
  number,
}: SectionsProps & { section: PaperSection; item: PaperItem; place: ItemPlace; number: number }) {
  const found = questionOf(item)
  const { sections } = form.typed
  const put = (next: typeof sections) => form.change({ sections: next })
  const isSwapped = swapped?.section === place.section && swapped.at === place.at
  const dragged = useDragging(`${place.section}.${place.at}`, (from) => {
    const [fromSection = -1, at = -1] = from.split('.').map(Number)
    put(moveItem(sections, { section: fromSection, at }, place))
  })
  return (
    <li
      ref={dragged}
      draggable
      className={isSwapped ? 'paper-row paper-row-open' : 'paper-row'}
      data-testid="paper-row"
    >
      <span className="paper-row-number x-num">{number}</span>
      <div className="paper-row-text">
        {found ? <Stem stem={found.shown.stem} options={isSwapped ? found.shown.options : []} /> : '…'}
        {found && (
          <Doubt found={found} number={number} onNewer={(no) => put(changeItem(sections, place, { no }))} />
        )}
      </div>
      <span className="paper-row-facts x-num">
        {found && <span>{rateWords(found.rate)}</span>}
        {found?.cognitive && <span>{labelOf('cognitiveLevel', found.cognitive)}</span>}
        {section.scorePer === null && (
          <input
            type="number"
            min={0}
            step={0.5}
            aria-label={`第 ${number} 题的分值`}
            value={scoreOf(section, item) ?? ''}
            onChange={({ target }) =>
              put(changeItem(sections, place, { score: target.value === '' ? null : target.valueAsNumber }))
            }
          />
        )}
      </span>
      <span className="paper-row-acts">
        <Button
          look="text"
          icon="up"
          aria-label={`第 ${number} 题上移`}
          onClick={() => put(stepItem(sections, place, -1))}
        />
        <Button
          look="text"
          icon="down"
          aria-label={`第 ${number} 题下移`}
          onClick={() => put(stepItem(sections, place, 1))}
        />
        <Button
          look="text"
          icon="rot"
          aria-label={`换掉第 ${number} 题`}
          aria-pressed={isSwapped}
          onClick={() => onSwap(isSwapped ? null : place)}
        />
        <Button
          look="text"
          icon="lock"
          aria-label={`锁定第 ${number} 题`}
          aria-pressed={item.locked}
          onClick={() => put(changeItem(sections, place, { locked: !item.locked }))}
        />
        <Button
          look="text"
          icon="close"
          aria-label={`移除第 ${number} 题`}
          onClick={() => {
            onSwap(null)
            put(dropItem(sections, place))
          }}
        />
      </span>
    </li>
  )
}

/** What is to be done about a question of a paper: a draft that lacks something, or an erratum. */
function Doubt({
  found: { draft, hasErratum, live, question },
  number,
  onNewer,
}: {
  found: PaperQuestion
  number: number
  onNewer: (no: number) => void
}) {
  const role = useSession()?.role ?? 0
  if (draft !== null)
    return (
      <p className={draft.lacks === null ? 'x-soft' : 'x-labelled-fault'}>
        草稿{draft.lacks === null ? '，发布试卷时定稿' : `：${draft.lacks}`}
        <ButtonLink look="text" to={`${writingPath(role) ?? '/'}?edit=${question}`}>
          去修改<span className="x-hidden">：第 {number} 题</span>
        </ButtonLink>
      </p>
    )
  if (!hasErratum || live === null) return null
  return (
    <p className="x-labelled-fault">
      该题有勘误（第 {live} 版）
      <Button look="text" onClick={() => onNewer(live)}>
        换成新版
      </Button>
    </p>
  )
}
