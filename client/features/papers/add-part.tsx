import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { itemsOf } from '../../../catalogue/papers/value.ts'
import { writingPath } from '../../../catalogue/questions/paths.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Stem } from '../../engine/library/question-text.tsx'
import { addQuestion } from './sections.ts'
import type { PaperForm } from './use-paper-form.ts'
import { useBasket, useBasketPut } from './use-papers.ts'
import { rateWords } from './words.ts'

/** 试题篮: questions put aside, each of which goes to the section of its form. */
export function AddPart({
  form,
  onMet,
}: {
  form: PaperForm
  onMet: (more: readonly PaperQuestion[]) => void
}) {
  const answer = useBasket()
  const put = useBasketPut()
  const role = useSession()?.role ?? 0
  const held = new Set(itemsOf(form.typed).map(({ question }) => question))
  const add = (more: readonly PaperQuestion[]) => {
    onMet(more)
    form.change({ sections: more.reduce(addQuestion, form.typed.sections) })
  }
  const bank = <ButtonLink to={`${writingPath(role) ?? '/'}?view=all`}>去试题库选题</ButtonLink>
  return (
    <Panel title="试题篮">
      <Loaded answer={answer} failed="试题篮打开失败" lines={5}>
        {({ list }) => {
          const free = list.filter(({ question }) => !held.has(question))
          return (
            <>
              {free.length === 0 && (
                <p className="x-faint">试题篮里没有其他题。在试题库打开一道题，点“加入试题篮”。</p>
              )}
              <div className="library-acts">
                {free.length > 0 && <Button onClick={() => add(free)}>全部加入（{free.length}）</Button>}
                {bank}
              </div>
              <ul className="paper-offers">
                {free.map((one) => (
                  <li key={one.question}>
                    <Stem stem={one.shown.stem} options={one.shown.options} />
                    <p className="x-soft x-dense x-num">
                      {one.form === null ? '' : `${labelOf('questionForm', one.form)}　`}得分率{' '}
                      {rateWords(one.rate)}
                    </p>
                    <span>
                      <Button onClick={() => add([one])}>加入</Button>
                      <Button look="text" onClick={() => put.mutate({ question: one.question, on: false })}>
                        拿出
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}
