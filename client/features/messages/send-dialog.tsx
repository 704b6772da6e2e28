import { useId, useState } from 'react'
import { z } from 'zod'
import { roles as allRoles, type Role } from '../../../catalogue/access/roles.ts'
import { rolesToWriteTo } from '../../../catalogue/contract/account/messages-to-many.ts'
import { PlaceFilter } from '../../engine/list/place-filter.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { thousands } from '../../platform/format.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import '../../ui/forms/labelled.css'
import { TemplateBar } from './template-bar.tsx'
import { useReach, useSend } from './use-sending.ts'

const draftShape = z.object({
  key: z.string(),
  roles: z.array(z.number()),
  place: z.number().nullable(),
  title: z.string(),
  content: z.string(),
  confirm: z.boolean().default(false),
})
type Draft = z.infer<typeof draftShape>

const keptAs = 'message-to-many'
const fresh = (): Draft => ({
  key: newUuid(),
  roles: [],
  place: null,
  title: '',
  content: '',
  confirm: false,
})

/**
 * What this account typed before and did not send; `loadDraftKey` was waited for before the dialog opened.
 */
const unsent = (): Draft => draftShape.safeParse(draftOf(keptAs)?.values).data ?? fresh()

type Faults = Partial<Record<string, string>>

const faultsOf = ({ roles, title, content }: Draft): Faults => ({
  ...(roles.length === 0 && { roles: '请选择发给谁' }),
  ...(title.trim() === '' && { title: '请填写标题' }),
  ...(content.trim() === '' && { content: '请填写内容' }),
})

/** Writes a message to everybody of some roles; what is typed stays until it was sent. */
export function SendDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const [draft, setDraft] = useState(unsent)
  const [faults, setFaults] = useState<Faults>({})
  const reach = useReach(draft.roles, draft.place)
  const sending = useSend(() => {
    dropDraft(keptAs)
    onClose()
  })
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(keptAs, next)
  }
  const send = () => {
    const found = faultsOf(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { key, roles, place, title, content, confirm } = draft
    sending.mutate(
      { key, roles: [...roles], title, content, confirm, ...(place !== null && { place }) },
      {
        onError: (error) =>
          setFaults(
            error instanceof ApiError
              ? Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
              : {},
          ),
      },
    )
  }
  const accounts = reach.data?.accounts
  return (
    <dialog ref={dialog} className="x-dialog messages-dialog" aria-labelledby={id}>
      <h2 id={id}>群发消息</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="messages-send">
          <Readers role={role} draft={draft} fault={faults['roles']} onChange={change} />
          <div className="x-labelled">
            <span>范围</span>
            <PlaceFilter value={draft.place} onChange={(place) => change({ place })} />
            {faults['place'] && <span className="x-field-fault">{faults['place']}</span>}
          </div>
          <TemplateBar text={draft} onTake={change} />
          <TextField
            label="标题"
            value={draft.title}
            maxLength={100}
            fault={faults['title']}
            onChange={(title) => change({ title })}
          />
          <Content draft={draft} fault={faults['content']} onChange={change} />
          <label className="messages-confirm">
            <input
              type="checkbox"
              checked={draft.confirm}
              onChange={(event) => change({ confirm: event.target.checked })}
            />
            须确认收到：收件人要点“确认收到”，没有确认的列在待办事项里
          </label>
          {sending.error && <p role="alert">{sentenceOf(sending.error)}</p>}
          <output className="x-soft">
            {accounts === undefined ? '选好发给谁，这里显示会发给多少个账号。' : reachSays(accounts)}
          </output>
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={sending.isPending} disabled={accounts === 0}>
            {accounts ? `发给 ${thousands(accounts)} 个账号` : '发出'}
          </Button>
        </footer>
      </form>
    </dialog>
  )
}

const reachSays = (accounts: number): string =>
  accounts === 0
    ? '范围内没有这种角色的账号。'
    : `会发给 ${thousands(accounts)} 个账号；以后在范围内新开的账号 180 天内也看得到。`

interface Part {
  readonly draft: Draft
  readonly fault: string | undefined
  readonly onChange: (part: Partial<Draft>) => void
}

function Readers({ role, draft, fault, onChange }: Part & { role: Role }) {
  const id = useId()
  const offered = allRoles.filter((one) => rolesToWriteTo(role).includes(one.role))
  const toggle = (one: number) =>
    onChange({
      roles: offered
        .map((entry): number => entry.role)
        .filter((now) => (now === one) !== draft.roles.includes(now)),
    })
  return (
    <fieldset className="messages-readers" aria-describedby={fault ? id : undefined}>
      <legend>发给</legend>
      {offered.map(({ role: one, label }) => (
        <label key={one}>
          <input type="checkbox" checked={draft.roles.includes(one)} onChange={() => toggle(one)} />
          {label}
        </label>
      ))}
      {fault && (
        <span className="x-field-fault" id={id} role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  )
}

function Content({ draft, fault, onChange }: Part) {
  const id = useId()
  return (
    <div className="x-field">
      <label htmlFor={id}>内容</label>
      <textarea
        id={id}
        rows={6}
        maxLength={2000}
        value={draft.content}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onChange({ content: event.target.value })}
      />
      {fault && (
        <span className="x-field-fault" id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
