import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { isUnanswered, sentenceOf } from '../../platform/api/api-error.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { faultsOf, isStale } from '../data/problem.ts'
import { isSame, quietMs, type Values } from '../values.ts'
import { useCaseCalls } from './use-cases.ts'

type SaveStep =
  | { readonly step: 'idle' | 'saving' | 'newer' }
  | { readonly step: 'saved'; readonly at: Date }
  | { readonly step: 'failed'; readonly message: string; readonly unanswered: boolean }

const savedNow = (): SaveStep => ({ step: 'saved', at: new Date() })

type Faults = Readonly<Record<string, string>>

/** Saves what is typed, one save after the other. */
function useSaving(
  view: CaseView,
  keptAs: string,
  typed: Values,
  setTyped: Dispatch<SetStateAction<Values>>,
) {
  const [saving, setSaving] = useState<SaveStep>({ step: 'idle' })
  const [faults, setFaults] = useState<Faults>({})
  const { edit } = useCaseCalls(view.type)
  const running = useRef<Promise<CaseView | null> | null>(null)
  const now = useRef({ typed, view })
  useEffect(() => {
    now.current = { typed, view }
  })
  const tellFailure = (error: unknown): null => {
    if (isStale(error)) setSaving({ step: 'newer' })
    else {
      setFaults(Object.fromEntries(faultsOf(error).map(({ field, message }) => [field, message])))
      setSaving({ step: 'failed', message: sentenceOf(error), unanswered: isUnanswered(error) })
    }
    return null
  }
  const saveOnce = async (): Promise<CaseView | null> => {
    const { typed: sent, view: over } = now.current
    if (Object.keys(sent).length === 0) return over
    setSaving({ step: 'saving' })
    try {
      const answer = await edit(over.id, over.version, sent)
      // What was typed while the answer was on its way is not saved yet.
      setTyped((later) => left(later, sent))
      if (isSame(now.current.typed, sent)) dropDraft(keptAs)
      setFaults({})
      setSaving(savedNow())
      now.current = { typed: left(now.current.typed, sent), view: answer }
      return answer
    } catch (error) {
      return tellFailure(error)
    }
  }
  /** Saves what is typed, after a save under way; null where it was refused. */
  const save = (): Promise<CaseView | null> => {
    const next = (running.current ?? Promise.resolve(null)).then(saveOnce, saveOnce)
    running.current = next
    return next
  }
  return { saving, setSaving, faults, setFaults, save }
}

/**
 * Saves a moment after the last key, and when the network is back; not while somebody has to decide first.
 */
function useSavesItself(typed: Values, halted: boolean, save: () => unknown) {
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  const unsaved = Object.keys(typed).length > 0
  useEffect(() => {
    if (!unsaved || halted) return
    const timer = setTimeout(() => void saveNow.current(), quietMs)
    const back = () => void saveNow.current()
    window.addEventListener('online', back)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', back)
    }
  }, [typed, unsaved, halted])
}

/**
 * The form of a case that is not handed in: what is typed is saved by itself a moment after the last key, and
 * a copy is kept on this computer until the server has it. When somebody else of the office saved it
 * meanwhile, nothing is overwritten: the writer is told and decides.
 */
export function useCaseForm(view: CaseView) {
  const keptAs = `process.${view.type}/${view.id}`
  const [typed, setTyped] = useState<Values>(() => startOf(view, keptAs))
  const { saving, setSaving, faults, setFaults, save } = useSaving(view, keptAs, typed, setTyped)
  const { anew } = useCaseCalls(view.type)
  const unsaved = Object.keys(typed).length > 0
  useEffect(() => {
    if (unsaved) keepDraft(keptAs, typed, view.version)
  }, [keptAs, typed, unsaved, view.version])
  useSavesItself(typed, saving.step === 'newer', save)
  return {
    values: { ...view.value, ...typed },
    unsaved,
    saving,
    faults,
    save,
    show: (found: Faults) => setFaults(found),
    set: (key: string, value: unknown) => {
      setTyped((before) => ({ ...before, [key]: value }))
      setFaults(({ [key]: _mended, ...others }) => others)
    },
    /** Goes on from what somebody else saved; the own typing stays over it, or is given up. */
    goOn: async (keep: boolean) => {
      if (!keep) {
        setTyped({})
        dropDraft(keptAs)
      }
      await anew(view.id)
      setSaving({ step: 'idle' })
    },
  }
}
export type CaseForm = ReturnType<typeof useCaseForm>

/** What was typed here before and did not reach the server. */
function startOf(view: CaseView, keptAs: string): Values {
  const draft = draftOf(keptAs)
  if (!draft) return {}
  return Object.fromEntries(
    Object.entries(draft.values).filter(
      ([key, value]) => Object.hasOwn(view.value, key) && !isSame(value, view.value[key]),
    ),
  )
}

/** What of the typing still differs from what was sent. */
const left = (typed: Values, sent: Values): Values =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => !Object.hasOwn(sent, key) || !isSame(value, sent[key])),
  )
