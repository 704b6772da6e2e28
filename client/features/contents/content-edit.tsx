import { useState } from 'react'
import { useNavigate } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../catalogue/contract/contents.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { ApiError, sentenceOf } from '../../platform/api-error.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FieldInput } from './field-input.tsx'
import { Publishing } from './publishing.tsx'
import { ReachPanel } from './reach-panel.tsx'
import { useContent, useContentCalls } from './use-contents.ts'
import { Versions } from './versions.tsx'

type Values = Record<string, unknown>

/** One content to be written and published, or a new one; `address` is where one stands by its number. */
export function ContentEdit({ type, id, address, onGone }: { type: ContentName; id: number | null; address: (id: number) => string; onGone: () => void }) {
  const { data, error, refetch } = useContent(type, id)
  if (id === null) return <Form key="new" type={type} view={null} address={address} onGone={onGone} />
  if (error && !data) return <ErrorBox title="这条内容没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  return <Form key={`${data.id} ${data.version}`} type={type} view={data} address={address} onGone={onGone} />
}

function Form({ type, view, address, onGone }: { type: ContentName; view: ContentView | null; address: (id: number) => string; onGone: () => void }) {
  const definition = contents[type]
  const keptAs = `content.${type}/${view?.id ?? 'new'}`
  const [start] = useState(() => startOf(type, view, keptAs))
  const [values, setValues] = useState<Values>(start.values)
  const [typed, setTyped] = useState(start.kept)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { save } = useContentCalls(type)
  const pass = useLeaveGuard(typed)
  const navigate = useNavigate()
  const change = (key: string, value: unknown) => {
    const next = { ...values, [key]: value }
    setValues(next)
    setTyped(true)
    keepDraft(keptAs, next, view?.version ?? null)
  }
  const run = async () => {
    setFaults({})
    try {
      const saved = await save.mutateAsync({ id: view?.id ?? null, version: view?.version ?? 0, value: values })
      dropDraft(keptAs)
      setTyped(false)
      notify.success('已保存为草稿，读者还看不到')
      if (view) return
      pass()
      void navigate(address(saved.id), { replace: true })
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : []
      setFaults(named.length > 0 ? Object.fromEntries(named.map(({ field, message }) => [field, message])) : { form: sentenceOf(error) })
    }
  }
  const can = view?.can ?? ['edit']
  // Whoever is asked to approve reads first what readers would see.
  const waits = view?.state === 'inReview'
  const publishing = view && <Publishing type={type} view={view} unsaved={typed} onGone={onGone} />
  return (
    <div className="contents-edit">
      {waits && publishing}
      <Panel title={view ? '内容' : `新的${definition.title}`} extra={start.kept && typed && <span>上次没保存的填写已取回</span>}>
        {waits && <p className="x-soft">正在审核。改动保存后审核即撤回，要重新送审。</p>}
        {view?.remark && <p className="contents-remark">退回意见：{view.remark}</p>}
        {faults['form'] && <ErrorBox title="没能保存，您的填写都还在" detail={faults['form']} />}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <div className="contents-fields">
            {Object.entries(definition.fields).map(([key, field]) => (
              <FieldInput key={key} name={key} field={field} value={values[key]} fault={faults[key]} files={view?.files ?? []} onChange={(value) => change(key, value)} />
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
  )
}

/** The values to begin with: those of the server, over them what was typed on this computer and not saved. */
function startOf(type: ContentName, view: ContentView | null, keptAs: string): { values: Values; kept: boolean } {
  const { fields } = contents[type]
  const given = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, view ? (view.value[key] ?? null) : (field.default ?? null)]))
  const draft = draftOf(keptAs)
  if (!draft || draft.version !== (view?.version ?? null)) return { values: given, kept: false }
  const known = Object.entries(draft.values).filter(([key]) => Object.hasOwn(fields, key))
  return { values: { ...given, ...Object.fromEntries(known) }, kept: true }
}
