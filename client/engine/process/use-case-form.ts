import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import type { SaverNews } from '../form/saver.ts'
import { useAutosave } from '../form/use-autosave.ts'
import { useSaverOf } from '../form/use-saver.ts'
import type { Values } from '../values.ts'
import { beyond, bodyOf, inConflict, isOwnCase, left, type CaseBody } from './case-saving.ts'
import { useCaseCalls } from './use-cases.ts'

type SaveStep =
  | { readonly step: 'idle' | 'saving' | 'newer' }
  | { readonly step: 'saved'; readonly at: Date }
  | { readonly step: 'failed'; readonly message: string; readonly unanswered: boolean }

const savedNow = (): SaveStep => ({ step: 'saved', at: new Date() })

type Faults = Readonly<Record<string, string>>

/** Saves what is typed, by the saver that all forms share. */
function useSaving(
  view: CaseView,
  keptAs: string,
  typed: Values,
  setTyped: Dispatch<SetStateAction<Values>>,
) {
  const [saving, setSaving] = useState<SaveStep>({ step: 'idle' })
  const [faults, setFaults] = useState<Faults>({})
  const calls = useCaseCalls(view.type)
  const now = useRef({ typed, view })
  useEffect(() => {
    now.current = { typed, view }
  })
  const took = (body: CaseBody, stored: CaseView) => {
    // What was typed while the answer was on its way is not saved yet.
    setTyped((later) => left(later, body.values))
    now.current = { typed: left(now.current.typed, body.values), view: stored }
    if (Object.keys(now.current.typed).length === 0) dropDraft(keptAs)
    calls.took(stored)
    setFaults({})
    setSaving(savedNow())
  }
  const tell = (news: SaverNews<CaseView, CaseBody, CaseView>) => {
    if (news.type === 'saving') setSaving({ step: 'saving' })
    else if (news.type === 'saved') took(news.body, news.stored.base)
    else if (news.type === 'newer') setSaving({ step: 'newer' })
    else if (news.type === 'failed') setSaving({ ...news, step: 'failed' })
    else {
      setFaults(Object.fromEntries(news.faults.map(({ field, message }) => [field, message])))
      setSaving({ step: 'failed', message: news.message, unanswered: false })
    }
  }
  const saveForm = useSaverOf<CaseView, CaseBody, CaseView, CaseView>({
    now: () => ({ id: now.current.view.id, version: now.current.view.version, base: now.current.view }),
    outgoing: () => bodyOf(now.current.typed),
    create: () => Promise.reject(new Error('a case begins with an act of its own')),
    change: (id, { values }, version) => calls.edit(id, version, values),
    read: calls.read,
    isOwn: isOwnCase,
    goesTogether: ({ base }, { values }, theirs) => inConflict(base.value, values, theirs.value).length === 0,
    after: (_base, _body, answer) => answer,
    tell,
  })
  const save = async (): Promise<CaseView | null> => (await saveForm())?.base ?? null
  return { saving, setSaving, faults, setFaults, save }
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
  useAutosave(unsaved && saving.step !== 'newer', typed, saving.step === 'failed' && saving.unanswered, save)
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

/** Typed values of an earlier visit that did not reach the server. */
const startOf = (view: CaseView, keptAs: string): Values => beyond(draftOf(keptAs)?.values ?? {}, view.value)
