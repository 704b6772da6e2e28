import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { twoWayOf } from '../../../catalogue/papers/two-way.ts'
import { itemsOf } from '../../../catalogue/papers/value.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Stem } from '../../engine/library/question-text.tsx'
import { changeItem, type ItemPlace } from './sections.ts'
import type { PaperForm } from './use-paper-form.ts'
import { useSimilar, type Pin } from './use-papers.ts'
import { rateWords } from './words.ts'

const least: Pin = { question: 0, no: 0 }

/** 换一题: what could stand in the place of a question, with the totals that the paper would then have. */
export function SwapPart({
  form,
  place,
  questionOf,
  onMet,
  onClose,
}: {
  form: PaperForm
  place: ItemPlace
  questionOf: (pin: Pin) => PaperQuestion | undefined
  onMet: (more: readonly PaperQuestion[]) => void
  onClose: () => void
}) {
  const { sections } = form.typed
  const item = sections[place.section]?.items[place.at] ?? least
  const beside = itemsOf(form.typed).map(({ question, no }) => ({ question, no }))
  const answer = useSimilar({ question: item.question, no: item.no }, beside)
  const number =
    sections.slice(0, place.section).reduce((sum, one) => sum + one.items.length, 0) + place.at + 1
  const swap = (by: PaperQuestion) => {
    onMet([by])
    form.change({ sections: changeItem(sections, place, { question: by.question, no: by.no }) })
    onClose()
  }
  return (
    <Panel
      title={`换掉第 ${number} 题`}
      extra={
        <Button look="text" onClick={onClose}>
          不换
        </Button>
      }
    >
      <Loaded answer={answer} failed="未找到可换的题" lines={6}>
        {({ list, leftOut }) => (
          <>
            <p className="x-soft x-dense">
              {list.length} 题可换，按相近排。
              {leftOut > 0 && `已移除本卷已有的和会互相提示的 ${leftOut} 题。`}
            </p>
            {list.length === 0 && (
              <p className="x-faint">没有结构、知识点相同而得分率相近的题，可以从试题篮里选。</p>
            )}
            <ul className="paper-offers">
              {list.map((one) => (
                <li key={one.question}>
                  <Stem stem={one.shown.stem} options={one.shown.options} />
                  <p className="x-soft x-dense x-num">
                    得分率 {rateWords(one.rate)}
                    {one.cognitive === null ? '' : `　${labelOf('cognitiveLevel', one.cognitive)}`}
                  </p>
                  <p className="x-dense">
                    换后全卷得分率 <b className="x-num">{rateAfter(form, place, one, questionOf)}</b>
                  </p>
                  <Button onClick={() => swap(one)}>换上</Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** The rate of the whole paper with `by` in the place of an item. */
function rateAfter(
  form: PaperForm,
  place: ItemPlace,
  by: PaperQuestion,
  questionOf: (pin: Pin) => PaperQuestion | undefined,
): string {
  const sections = changeItem(form.typed.sections, place, { question: by.question, no: by.no })
  const { rate } = twoWayOf({ sections }, (question, no) =>
    question === by.question ? by : questionOf({ question, no }),
  )
  return rateWords(rate)
}
