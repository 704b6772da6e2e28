import { useEffect, useState } from 'react'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { useSaverOf } from '../../engine/form/use-saver.ts'
import type { SaverNews, StoredState } from '../../engine/form/saver.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { readQuestion, writeNew, writeQuestion } from './use-questions.ts'

/** Milliseconds without typing after which a draft is saved. */
const pause = 1_500

export type SaveProgress =
  | { readonly step: 'rest' | 'saving' }
  | { readonly step: 'saved'; readonly at: Date }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'newer' }

interface SentValue {
  readonly nothing: boolean
  readonly value: QuestionValue
}
interface Answer {
  readonly id: string
  readonly version: number
}
type View = Answer & { readonly value: QuestionValue | null }

const same = (one: QuestionValue | null, other: QuestionValue | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const answerOf = ({ id, version }: QuestionDetail): Answer => ({ id: String(id), version })

function progressOf(news: SaverNews<QuestionValue | null, SentValue, View>): SaveProgress {
  if (news.type === 'saving') return { step: 'saving' }
  if (news.type === 'newer') return { step: 'newer' }
  if (news.type === 'saved') return { step: 'saved', at: new Date() }
  return { step: 'failed', message: news.message }
}

/** The copy of an earlier writing on this computer, typed over the present version. */
function copyOf(key: string, version: number): QuestionValue | null {
  const draft = draftOf(key)
  const read = questionValue.safeParse(draft?.values)
  return draft?.version === version && read.success ? read.data : null
}

/**
 * A question while it is written: saved by itself when typing pauses, with a copy on this computer until the
 * server has it. `onShown` gets what the server made of a save: texts typeset and faults.
 */
export function useQuestionForm(
  question: QuestionDetail | null,
  start: QuestionValue,
  onShown: (detail: QuestionDetail) => void,
) {
  const [stored, setStored] = useState<StoredState<QuestionValue | null>>({
    id: question ? String(question.id) : null,
    version: question?.version ?? 0,
    base: question?.draft ?? null,
  })
  const key = `question/${question?.id ?? 'new'}`
  const [typed, setTyped] = useState(() => copyOf(key, stored.version) ?? question?.draft ?? start)
  const [progress, setProgress] = useState<SaveProgress>({ step: 'rest' })
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const shown = async (id: string) => {
    const detail = await readQuestion(Number(id))
    onShown(detail)
    return answerOf(detail)
  }
  const save = useSaverOf<QuestionValue | null, SentValue, Answer, View>({
    now: () => stored,
    outgoing: ({ base, id }) => ({
      value: typed,
      nothing: same(base, typed) || (id === null && same(typed, start)),
    }),
    create: async ({ value }, idempotencyKey) => shown(String((await writeNew(value, idempotencyKey)).id)),
    change: async (id, { value }, version) => {
      const detail = await writeQuestion(Number(id), value, version)
      onShown(detail)
      return answerOf(detail)
    },
    read: async (id) => {
      const detail = await readQuestion(Number(id))
      return { ...answerOf(detail), value: detail.draft }
    },
    isOwn: (view, { body }) => same(view.value, body.value),
    goesTogether: () => false,
    after: (_, { value }) => value,
    tell: (news) => {
      if (news.type === 'saved') setStored(news.stored)
      if (news.type === 'saved' || news.type === 'refused')
        setFaults(news.type === 'refused' ? news.faults : [])
      setProgress(progressOf(news))
    },
  })
  const isDue = !same(typed, stored.base ?? start)
  useAutosave({ key, typed, version: stored.version, isDue, save })
  return {
    typed,
    change: (part: Partial<QuestionValue>) => setTyped((now) => ({ ...now, ...part })),
    id: stored.id === null ? null : Number(stored.id),
    isDue,
    progress,
    faults,
    save,
  }
}
/** Saves when typing pauses, and keeps a copy on this computer until then. */
function useAutosave({
  key,
  typed,
  version,
  isDue,
  save,
}: {
  key: string
  typed: QuestionValue
  version: number
  isDue: boolean
  save: () => Promise<unknown>
}): void {
  useEffect(() => {
    if (!isDue) return dropDraft(key)
    keepDraft(key, { ...typed }, version)
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [key, typed, version, isDue, save])
}
export type QuestionForm = ReturnType<typeof useQuestionForm>
