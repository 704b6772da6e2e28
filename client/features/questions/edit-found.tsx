import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { hasOptions, structures } from '../../../catalogue/questions/structure.ts'
import { questionValue, type QuestionPart, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { useDebounced } from '../../engine/data/options.ts'
import { Surroundings } from '../../engine/kinds/surroundings.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { BodyFields } from './body-fields.tsx'
import type { FoundQuestion } from './mending.ts'
import { QuestionView } from './question-view.tsx'
import { readMended } from './use-import.ts'

/** Milliseconds without a key before the server typesets what was typed. */
const quietMs = 600

const kinds = structures
  .filter((code) => code !== 'composite')
  .map((code) => ({ code, label: labelOf('questionKind', code) }))

/**
 * The words of one question that was read: stem, options, answer, explanation, formulas by their source. What is
 * well formed is kept at once; Esc or Ctrl+Enter closes.
 */
export function EditFound({
  question,
  onEdit,
  onRestore,
  onClose,
}: {
  question: FoundQuestion
  onEdit: (value: QuestionValue) => void
  onRestore: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState(question.value)
  const box = useRef<HTMLFieldSetElement>(null)
  const mended = useMended(typed)
  const parsed = questionValue.safeParse(typed)
  const issues = parsed.success
    ? (mended.data?.faults ?? [])
    : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const faultOf = (field: string) => issues.find((one) => one.field === field)?.message
  const change = (next: QuestionValue) => {
    setTyped(next)
    if (questionValue.safeParse(next).success) onEdit(next)
  }
  useClosingKeys(box, onClose)
  return (
    <Surroundings value={{ files: mended.data?.files ?? [], areas: null }}>
      <fieldset ref={box} className="question-group question-editing">
        <legend>修改第 {question.number} 题的文字</legend>
        {!parsed.success && (
          <p role="alert" className="x-labelled-fault">
            改动尚未保留：{parsed.error.issues[0]?.message}
          </p>
        )}
        <Structure value={typed} onChange={change} />
        <BodyFields
          at=""
          one={typed}
          faultOf={faultOf}
          isPool={typed.questionKind === 'composite' && typed.layout === 'options'}
          onChange={(next) => change({ ...typed, ...next })}
        />
        <Parts value={typed} faultOf={faultOf} onChange={(parts) => change({ ...typed, parts })} />
        <div className="library-acts">
          <Button look="primary" onClick={onClose}>
            改好了
          </Button>
          <Button
            disabled={question.edited === null}
            onClick={() => {
              onRestore()
              onClose()
            }}
          >
            恢复为读出的文字
          </Button>
        </div>
        {mended.data && (
          <section aria-label="印出来的样子" className="question-mended">
            <QuestionView shown={mended.data.shown} />
          </section>
        )}
      </fieldset>
    </Surroundings>
  )
}

/** Begins in the first text; Esc and Ctrl+Enter close from everywhere within. */
function useClosingKeys(box: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = box.current
    element?.querySelector('textarea')?.focus()
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' && !(event.key === 'Enter' && event.ctrlKey)) return
      event.preventDefault()
      close.current()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [box])
}

/** The question as the server typesets it, with what is wrong in it, once the typing pauses. */
function useMended(typed: QuestionValue) {
  const text = useDebounced(JSON.stringify(typed), quietMs)
  return useQuery({
    queryKey: ['question-mended', text],
    queryFn: ({ signal }) => readMended(questionValue.parse(JSON.parse(text)), signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** What kind of question it is: a paper without heads leaves that to a guess. A material stays one. */
function Structure({ value, onChange }: { value: QuestionValue; onChange: (value: QuestionValue) => void }) {
  if (value.questionKind === 'composite') return null
  return (
    <Choice
      label="结构"
      value={value.questionKind}
      options={kinds}
      isRequired
      onChange={(code) => {
        const questionKind = structures.find((one) => one === code)
        if (questionKind === undefined || questionKind === value.questionKind) return
        const options = hasOptions(questionKind) ? value.options : []
        onChange({ ...value, questionKind, options, answer: null })
      }}
    />
  )
}

function Parts({
  value: { parts, layout, options },
  faultOf,
  onChange,
}: {
  value: QuestionValue
  faultOf: (field: string) => string | undefined
  onChange: (parts: QuestionPart[]) => void
}) {
  return parts.map((part, place) => (
    <fieldset key={`part ${place + 1}`} className="question-group">
      <legend>第 {place + 1} 小题</legend>
      <BodyFields
        at={`parts.${place}.`}
        one={part}
        faultOf={faultOf}
        isPool={false}
        {...(layout === 'options' &&
          hasOptions(part.questionKind) && { pool: options.map(({ key }) => key) })}
        onChange={(next) => onChange(parts.map((one, i) => (i === place ? { ...one, ...next } : one)))}
      />
    </fieldset>
  ))
}
