import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { FieldRow } from '../../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import { ApiError, sentenceOf } from '../../../platform/api/api-error.ts'
import { draftOf, dropDraft, keepDraft } from '../../../platform/storage/drafts.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { followedForm, openedForm, type OnServer } from './content-form.ts'
import { ContentSurroundings } from '../content-surroundings.tsx'
import { Publishing } from './publishing.tsx'
import { ReachPanel } from './reach-panel.tsx'
import { useContent, useContentCalls } from '../use-contents.ts'
import { Versions } from './versions.tsx'

/** One content to be written and published, or a new one; `address` is where one stands by its number. */
export function ContentEdit({
  type,
  id,
  address,
  onGone,
}: {
  type: ContentName
  id: number | null
  address: (id: number) => string
  onGone: () => void
}) {
  const { data, error, refetch } = useContent(type, id)
  if (id === null) return <Form key="new" type={type} view={null} address={address} onGone={onGone} />
  if (error && !data)
    return <ErrorBox title="这条内容没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  return <Form key={data.id} type={type} view={data} address={address} onGone={onGone} />
}

interface FormProps {
  readonly type: ContentName
  readonly view: ContentView | null
  readonly address: (id: number) => string
}

/** What is typed into the form of a content, its safety copy, and its saving. */
function useContentForm({ type, view, address }: FormProps) {
  const keptAs = `content.${type}/${view?.id ?? 'new'}`
  const empty = emptyOf(type)
  const server = { version: view?.version ?? null, value: view?.value ?? null }
  const [form, setForm] = useState(() => openedForm(empty, server, draftOf(keptAs)))
  const followed = followedForm(form, empty, server)
  if (followed !== form) setForm(followed)
  const { values, typed } = form
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { save } = useContentCalls(type)
  const pass = useLeaveGuard(typed)
  const navigate = useNavigate()
  useEffect(() => {
    if (typed) keepDraft(keptAs, values, form.version)
  }, [keptAs, values, typed, form.version])
  const change = (key: string, value: unknown) =>
    setForm((now) => ({ ...now, typed: true, values: { ...now.values, [key]: value } }))
  const startAnew = () => {
    dropDraft(keptAs)
    setFaults({})
    setForm(openedForm(empty, server, null, form.round + 1))
  }
  const run = async () => {
    setFaults({})
    try {
      const saved = await save.mutateAsync({
        id: view?.id ?? null,
        version: form.version ?? 0,
        value: values,
      })
      dropDraft(keptAs)
      // Text typed while the answer was on its way is not saved yet.
      setForm((now) =>
        now.values === values
          ? openedForm(empty, saved, null, now.round + 1)
          : { ...now, ...laidOver(saved) },
      )
      notify.success('已保存为草稿，读者还看不到')
      if (view) return
      pass()
      void navigate(address(saved.id), { replace: true })
    } catch (error) {
      setFaults(faultsOf(error))
    }
  }
  const keepMine = () => setForm({ ...form, ...laidOver(server) })
  return { form, faults, busy: save.isPending, change, startAnew, keepMine, run }
}

/** Faults by field; a failure that belongs to no field stands under `form`. */
function faultsOf(error: unknown): Readonly<Record<string, string>> {
  const named = error instanceof ApiError ? error.errors : []
  return named.length > 0
    ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
    : { form: sentenceOf(error) }
}

function Form({ onGone, ...props }: FormProps & { onGone: () => void }) {
  const { type, view } = props
  const content = useContentForm(props)
  const { typed } = content.form
  // A reviewer reads the readers' view before the form.
  const waits = view?.state === 'inReview'
  const publishing = view && <Publishing type={type} view={view} unsaved={typed} onGone={onGone} />
  return (
    <ContentSurroundings files={view?.files}>
      <div className="contents-edit">
        {waits && publishing}
        <WorkingCopy type={type} view={view} content={content} />
        {!waits && publishing}
        {view && <ReachPanel type={type} view={view} unsaved={typed} />}
        {view && <Versions type={type} view={view} />}
      </div>
    </ContentSurroundings>
  )
}

interface WorkingCopyProps {
  readonly type: ContentName
  readonly view: ContentView | null
  readonly content: ReturnType<typeof useContentForm>
}

/** The form of the working copy, with what has to be known before one types. */
function WorkingCopy({ type, view, content }: WorkingCopyProps) {
  const { form, faults } = content
  const { typed } = form
  return (
    <Panel
      title={view ? '内容' : `新的${contents[type].title}`}
      extra={form.kept && typed && <span>上次没保存的填写已恢复</span>}
    >
      {view?.state === 'inReview' && <p className="x-soft">正在审核。改动保存后审核即撤回，要重新送审。</p>}
      {view?.remark && <p className="contents-remark">退回意见：{view.remark}</p>}
      {typed && form.newer !== null && <NewerText onKeep={content.keepMine} onTake={content.startAnew} />}
      {faults['form'] && <ErrorBox title="没能保存，您的填写都还在" detail={faults['form']} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void content.run()
        }}
      >
        <div className="contents-fields" key={form.round}>
          {Object.entries(contents[type].fields).map(([key, field]) => (
            <FieldRow
              key={key}
              name={key}
              field={field}
              value={form.values[key]}
              row={form.values}
              required={field.required}
              fault={faults[key]}
              onSet={content.change}
              onLeave={leave}
            />
          ))}
        </div>
        <Button
          type="submit"
          look="primary"
          busy={content.busy}
          disabled={view !== null && !view.can.includes('edit')}
        >
          保存草稿
        </Button>
      </form>
    </Panel>
  )
}

/** Another person saved a version meanwhile: what was typed here is kept until the person chooses. */
function NewerText({ onKeep, onTake }: { onKeep: () => void; onTake: () => void }) {
  return (
    <div role="alert" className="contents-remark">
      <p>您填写期间，这条内容被保存过新的版本。您的填写还在下面，没有保存。</p>
      <div className="contents-acts">
        <Button onClick={onKeep}>保留我的填写</Button>
        <Button onClick={onTake}>放弃我的填写，看新的版本</Button>
      </div>
    </div>
  )
}

/** Nothing is judged before a content is saved. */
const leave = () => undefined

/** Marks the typed text as based on the server's version. */
const laidOver = ({ version, value }: OnServer) => ({ version, over: JSON.stringify(value), newer: null })

/** Each field of a type with its default. */
function emptyOf(type: ContentName): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(contents[type].fields).map(([key, field]) => [key, field.default ?? null]),
  )
}
