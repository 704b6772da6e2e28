import { useState } from 'react'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { useShortcuts } from '../../engine/review/shortcuts.ts'
import type { FoundQuestion } from './mending.ts'
import type { PaperMending } from './use-mending.ts'

/** Which questions are chosen, which one is looked at, and the keys for both. Keys outlive what is mended. */
export function useChoice(mending: PaperMending, isOpen: boolean, before: readonly number[]) {
  const { questions } = mending
  // What was read with little certainty is looked at first: it is not chosen by itself.
  const isSure = ({ confidence, known }: FoundQuestion) => confidence !== 'low' && known === null
  const [turned, setTurned] = useState<ReadonlySet<number>>(() => new Set(before))
  const [openKey, setOpen] = useState(questions[0]?.key ?? 0)
  const [paragraph, setParagraph] = useState<number | null>(null)
  // After a merge the open question is the one that its text went to.
  const at = Math.max(
    0,
    questions.findLastIndex(({ key }) => key <= openKey),
  )
  const current = questions[at]
  const open = (place: number) => {
    const question = questions[place]
    if (!question) return
    setOpen(question.key)
    setParagraph(null)
    document.getElementById(`paper-${question.key}`)?.scrollIntoView({ block: 'center' })
  }
  const isChosen = (question: FoundQuestion) => isSure(question) !== turned.has(question.key)
  const toggle = ({ key, known }: FoundQuestion) =>
    known === null &&
    setTurned((now) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  /** An edit by hand makes a question sure: what was chosen by hand stays chosen. */
  const edit = (question: FoundQuestion, value: QuestionValue) => {
    if (!isSure(question)) setTurned((now) => new Set([...now].filter((key) => key !== question.key)))
    mending.edit(question, value)
  }
  const [editing, setEditing] = useState<number | null>(null)
  const nextDoubt = () => {
    const places = [...questions.keys()].filter((place) => questions[place]?.confidence !== 'high')
    const place = places.find((one) => one > at) ?? places[0]
    if (place !== undefined) open(place)
  }
  const merge = () => {
    if (at > 0 && current) mending.join(current)
    setParagraph(null)
  }
  const split = () => {
    if (paragraph !== null) mending.split(paragraph)
    setParagraph(null)
  }
  useShortcuts(
    {
      J: () => open(Math.min(at + 1, questions.length - 1)),
      K: () => open(Math.max(at - 1, 0)),
      N: nextDoubt,
      X: () => current && toggle(current),
      M: merge,
      S: split,
      E: () => current?.known === null && setEditing(current.key),
      Z: mending.undo,
    },
    isOpen,
  )
  const choosing = { isChosen, toggle, turned, paragraph, setParagraph }
  return { at, current, open, setOpen, merge, split, edit, editing, setEditing, ...choosing }
}
