import { useEffect, useState } from 'react'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { paperValue, type PaperValue } from '../../../catalogue/papers/value.ts'
import type { SaverNews, StoredState } from '../../engine/form/saver.ts'
import { useSaverOf } from '../../engine/form/use-saver.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { readPaper, writePaper } from './use-papers.ts'

/** Milliseconds without a change after which a draft is saved. */
const pause = 1_200

export type SaveProgress =
  | { readonly step: 'rest' | 'saving' }
  | { readonly step: 'saved'; readonly at: Date }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'newer' }

interface SentValue {
  readonly nothing: boolean
  readonly value: PaperValue
}
interface Answer {
  readonly id: string
  readonly version: number
}
type View = Answer & { readonly value: PaperValue }

const same = (one: PaperValue, other: PaperValue): boolean => JSON.stringify(one) === JSON.stringify(other)
const answerOf = ({ id, version }: PaperDetail): Answer => ({ id: String(id), version })

function progressOf(news: SaverNews<PaperValue, SentValue, View>): SaveProgress {
  if (news.type === 'saving') return { step: 'saving' }
  if (news.type === 'newer') return { step: 'newer' }
  if (news.type === 'saved') return { step: 'saved', at: new Date() }
  return { step: 'failed', message: news.message }
}

/** The copy of an earlier writing on this computer, over the present version. */
function copyOf(key: string, version: number): PaperValue | null {
  const draft = draftOf(key)
  const read = paperValue.safeParse(draft?.values)
  return draft?.version === version && read.success ? read.data : null
}

/**
 * A paper while it is made: saved by itself after each change, with a copy on this computer until the server
 * has it. `onShown` gets what the server made of a save: its questions and faults.
 */
export function usePaperForm(paper: PaperDetail, onShown: (detail: PaperDetail) => void) {
  const [stored, setStored] = useState<StoredState<PaperValue>>({
    id: String(paper.id),
    version: paper.version,
    base: paper.value,
  })
  const key = `paper/${paper.id}`
  const [typed, setTyped] = useState(() => copyOf(key, stored.version) ?? paper.value)
  const [progress, setProgress] = useState<SaveProgress>({ step: 'rest' })
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const save = useSaverOf<PaperValue, SentValue, Answer, View>({
    now: () => stored,
    outgoing: ({ base }) => ({ value: typed, nothing: same(base, typed) }),
    create: () => Promise.resolve(answerOf(paper)),
    change: async (id, { value }, version) => {
      const detail = await writePaper(Number(id), value, version)
      onShown(detail)
      return answerOf(detail)
    },
    read: async (id) => {
      const detail = await readPaper(Number(id))
      return { ...answerOf(detail), value: detail.value }
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
  const isDue = !same(typed, stored.base)
  useEffect(() => {
    if (!isDue) return dropDraft(key)
    keepDraft(key, { ...typed }, stored.version)
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [key, typed, stored.version, isDue, save])
  return {
    typed,
    change: (part: Partial<PaperValue>) => setTyped((now) => ({ ...now, ...part })),
    version: stored.version,
    isDue,
    progress,
    faults,
    save,
  }
}
export type PaperForm = ReturnType<typeof usePaperForm>
