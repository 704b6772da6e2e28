import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { focusField } from '../../../engine/form/focus-field.ts'
import type { SaverNews } from '../../../engine/form/saver.ts'
import { useSaverOf } from '../../../engine/form/use-saver.ts'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import type { Values } from '../../../engine/values.ts'
import { ApiError, sentenceOf } from '../../../platform/api/api-error.ts'
import { fullDate } from '../../../platform/format.ts'
import { useSession, type Session } from '../../../platform/session/session.ts'
import { draftOf, dropDraft, keepDraft } from '../../../platform/storage/drafts.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { useContentCalls } from '../use-contents.ts'
import { followedForm, openedForm, type ContentForm, type OnServer } from './content-form.ts'
import { isOwnContent, savedOf, type ContentBody, type SavedContent } from './content-saving.ts'
import { fieldsFor, prefilledBy } from './prefill.ts'

type Faults = Readonly<Record<string, string>>

interface FormProps {
  readonly type: ContentName
  readonly view: ContentView | null
  readonly address: (id: number) => string
}

/** What is typed into the form of a content, and the copy of it that this computer keeps. */
function useTyped({ type, view }: FormProps, session: Session | null) {
  const keptAs = `content.${type}/${view?.id ?? 'new'}`
  const [empty] = useState(() => emptyOf(type, view, session))
  const server = { version: view?.version ?? null, value: view?.value ?? null }
  const [form, setForm] = useState(() => openedForm(empty, server, draftOf(keptAs)))
  const followed = followedForm(form, empty, server)
  if (followed !== form) setForm(followed)
  const { values, typed, version } = form
  useEffect(() => {
    if (typed) keepDraft(keptAs, values, version)
  }, [keptAs, values, typed, version])
  const set = (key: string, value: unknown) =>
    setForm((now) => ({ ...now, typed: true, values: { ...now.values, [key]: value } }))
  const startAnew = () => {
    dropDraft(keptAs)
    setForm(openedForm(empty, server, null, form.round + 1))
  }
  const saved = (answer: ContentView, sent: Values) => {
    dropDraft(keptAs)
    // Text typed while the answer was on its way is not saved yet.
    setForm((now) =>
      now.values === sent ? openedForm(empty, answer, null, now.round + 1) : { ...now, ...laidOver(answer) },
    )
  }
  const keepMine = () => setForm({ ...form, ...laidOver(server) })
  return { form, set, startAnew, saved, keepMine }
}

/** The form of a content: what is typed, its faults, and its saving. */
export function useContentForm(props: FormProps) {
  const { type, view, address } = props
  const session = useSession()
  const { form, set, startAnew, saved, keepMine } = useTyped(props, session)
  const [faults, setFaults] = useState<Faults>({})
  const pass = useLeaveGuard(form.typed)
  const navigate = useNavigate()
  const change = (key: string, value: unknown) => {
    set(key, value)
    setFaults(({ [key]: _mended, ...left }) => left)
  }
  /** Shows faults at their fields and brings the first one into focus. */
  const show = (found: Faults) => {
    setFaults(found)
    const first = [...Object.keys(contents[type].fields), ...Object.keys(found)].find((key) => found[key])
    if (first !== undefined) requestAnimationFrame(() => focusField(first))
  }
  /** Goes where a content that was new stands from now on. */
  const settle = (answer: ContentView) => {
    if (view) return
    pass()
    void navigate(address(answer.id), { replace: true })
  }
  const { busy, keep } = useKeeping(props, form, { saved, show, begins: () => setFaults({}) })
  const save = async () => {
    const answer = await keep()
    if (!answer) return
    notify.success('已保存为草稿，读者还看不到')
    settle(answer)
  }
  const fields = fieldsFor(contents[type], session?.role ?? 0)
  return {
    form,
    fields,
    faults,
    busy,
    change,
    startAnew,
    keepMine,
    show,
    keep,
    save,
    settle,
  }
}
export type ContentFormState = ReturnType<typeof useContentForm>

interface KeepingEvents {
  readonly saved: (view: ContentView, sent: Values) => void
  readonly show: (faults: Faults) => void
  readonly begins: () => void
}

/** Saves what was typed, by the saver that all forms share; null where it was refused. */
function useKeeping({ type, view }: FormProps, form: ContentForm, { saved, show, begins }: KeepingEvents) {
  const { create, edit, read } = useContentCalls(type)
  const [busy, setBusy] = useState(false)
  const tell = (news: SaverNews<ContentView | null, ContentBody, SavedContent>) => {
    setBusy(news.type === 'saving')
    if (news.type === 'saving') begins()
    else if (news.type === 'saved' && news.stored.base) saved(news.stored.base, news.body.values)
    else if (news.type === 'refused')
      show(Object.fromEntries(news.faults.map(({ field, message }) => [field, message])))
    else if (news.type === 'failed') show({ form: news.message })
    // A newer version of somebody else was read: the form follows it, and the writer decides.
  }
  const save = useSaverOf<ContentView | null, ContentBody, SavedContent, SavedContent>({
    now: () => ({ id: view && String(view.id), version: form.version ?? 0, base: view }),
    outgoing: () => ({ values: form.values, nothing: !form.typed }),
    create: async ({ values }, key) => savedOf(await create(values, key)),
    change: async (id, { values }, version) => savedOf(await edit(Number(id), version, values)),
    read: async (id) => savedOf(await read(Number(id))),
    isOwn: isOwnContent,
    goesTogether: () => false,
    after: (_base, _body, answer) => answer.view,
    tell,
  })
  return { busy, keep: async () => (await save(true))?.base ?? null }
}

/** Faults by field; a failure that belongs to no field stands under `form`. */
export function faultsOf(error: unknown): Faults {
  const named = error instanceof ApiError ? error.errors : []
  return named.length > 0
    ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
    : { form: sentenceOf(error) }
}

/** Marks the typed text as based on the server's version. */
const laidOver = ({ version, value }: OnServer) => ({ version, over: JSON.stringify(value), newer: null })

/** Each field of a type as an empty form has it; a new content is filled with what is known of its writer. */
function emptyOf(type: ContentName, view: ContentView | null, session: Session | null): Values {
  const { fields } = contents[type]
  if (view || !session)
    return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.default ?? null]))
  return prefilledBy(contents[type], { ...session, today: fullDate(new Date().toISOString()) })
}
