import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../catalogue/contract/contents.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { ApiError, sentenceOf } from '../../platform/api-error.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/drafts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { followedForm, openedForm, type OnServer } from './content-form.ts'
import { ContentSurroundings } from './content-surroundings.tsx'
import { Publishing } from './publishing.tsx'
import { ReachPanel } from './reach-panel.tsx'
import { useContent, useContentCalls } from './use-contents.ts'
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

function Form({
  type,
  view,
  address,
  onGone,
}: {
  type: ContentName
  view: ContentView | null
  address: (id: number) => string
  onGone: () => void
}) {
  const definition = contents[type]
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
      // What was typed while the answer was on its way is still to be saved.
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
      const named = error instanceof ApiError ? error.errors : []
      setFaults(
        named.length > 0
          ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
          : { form: sentenceOf(error) },
      )
    }
  }
  const can = view?.can ?? ['edit']
  // Whoever is asked to approve reads first what readers would see.
  const waits = view?.state === 'inReview'
  const publishing = view && <Publishing type={type} view={view} unsaved={typed} onGone={onGone} />
  return (
    <ContentSurroundings files={view?.files}>
      <div className="contents-edit">
        {waits && publishing}
        <Panel
          title={view ? '内容' : `新的${definition.title}`}
          extra={form.kept && typed && <span>上次没保存的填写已取回</span>}
        >
          {waits && <p className="x-soft">正在审核。改动保存后审核即撤回，要重新送审。</p>}
          {view?.remark && <p className="contents-remark">退回意见：{view.remark}</p>}
          {typed && form.newer !== null && (
            <NewerText onKeep={() => setForm({ ...form, ...laidOver(server) })} onTake={startAnew} />
          )}
          {faults['form'] && <ErrorBox title="没能保存，您的填写都还在" detail={faults['form']} />}
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void run()
            }}
          >
            <div className="contents-fields" key={form.round}>
              {Object.entries(definition.fields).map(([key, field]) => (
                <FieldRow
                  key={key}
                  name={key}
                  field={field}
                  value={values[key]}
                  row={values}
                  required={field.required}
                  fault={faults[key]}
                  onSet={change}
                  onLeave={leave}
                />
              ))}
            </div>
            <Button type="submit" look="primary" busy={save.isPending} disabled={!can.includes('edit')}>
              保存草稿
            </Button>
          </form>
        </Panel>
        {!waits && publishing}
        {view && <ReachPanel type={type} view={view} unsaved={typed} />}
        {view && <Versions type={type} view={view} />}
      </div>
    </ContentSurroundings>
  )
}

/** Somebody else saved while the person was typing: nothing is lost, and nothing is typed over unasked. */
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

/** What was typed is from now on typed over what the server has. */
const laidOver = ({ version, value }: OnServer) => ({ version, over: JSON.stringify(value), newer: null })

/** Each field of a type with its default. */
function emptyOf(type: ContentName): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(contents[type].fields).map(([key, field]) => [key, field.default ?? null]),
  )
}
