import { useState } from 'react'
import { z } from 'zod'
import type { LegalAnswer } from '../../../catalogue/contract/portal/legal.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { signOut } from '../../platform/session/sign-out.ts'
import { RichText } from '../../ui/look/rich-text.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import './legal.css'

type Due = LegalAnswer['due']

const stay = () => undefined

/** Why the texts are shown: for the first time, or because an edition changed. */
function leadOf(due: Due): string {
  const renewed = due.filter(({ isNew }) => isNew).map(({ title }) => `《${title}》`)
  return renewed.length > 0
    ? `${renewed.join('、')}已更新，请重新阅读。`
    : '第一次使用，请阅读下面的文本。您的个人信息怎样处理，都写在里面。'
}

/**
 * The texts that somebody has to agree to, or to be shown, above the workspace. The agreement is agreed to by
 * ticking, the privacy policy is told. Esc does not close it; whoever does not agree signs out.
 */
export function ConsentDialog({ due, onDone }: { due: Due; onDone: () => void }) {
  const dialog = useModalDialog(true, stay)
  const [agreed, setAgreed] = useState(false)
  const [fault, setFault] = useState('')
  const [isSending, setIsSending] = useState(false)
  const asked = due.filter(({ asks }) => asks === 'agreed')
  const send = async () => {
    if (asked.length > 0 && !agreed) {
      setFault(`请先勾选“已阅读并同意”；不同意的，可以退出登录`)
      return
    }
    setIsSending(true)
    const texts = due.map(({ name, edition }) => ({ name, edition }))
    try {
      await api.post('/api/v1/account/legal', { schema: z.boolean(), body: { texts }, quiet: true })
      onDone()
    } catch (error) {
      setFault(sentenceOf(error))
      setIsSending(false)
    }
  }
  return (
    <dialog
      ref={dialog}
      className="x-dialog legal-dialog"
      aria-labelledby="legal-heading"
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => {
        // A second Esc closes a dialog in some browsers whatever the page says.
        if (currentTarget.isConnected) currentTarget.showModal()
      }}
    >
      <h2 id="legal-heading">{due.map(({ title }) => title).join('和')}</h2>
      <p>{leadOf(due)}</p>
      <section className="legal-texts" aria-label="文本，可上下滚动" tabIndex={0} data-first-focus>
        {due.map(({ name, title, edition, effectiveOn, changes, html }) => (
          <article key={name}>
            <h3>{title}</h3>
            <p className="x-faint x-dense">
              版本 {edition}，{effectiveOn} 起施行
            </p>
            {changes !== '' && <p className="legal-changes">本次修改：{changes}</p>}
            <RichText html={html} compact />
          </article>
        ))}
      </section>
      {asked.length > 0 && (
        <label className="legal-agree">
          <input
            type="checkbox"
            checked={agreed}
            onChange={({ currentTarget }) => {
              setAgreed(currentTarget.checked)
              setFault('')
            }}
          />
          <span>已阅读并同意{asked.map(({ title }) => `《${title}》`).join('')}</span>
        </label>
      )}
      {fault !== '' && (
        <p role="alert" className="legal-fault">
          {fault}
        </p>
      )}
      <footer>
        <Button look="text" onClick={() => void signOut()}>
          {asked.length > 0 ? '不同意，退出登录' : '退出登录'}
        </Button>
        <Button look="primary" disabled={isSending} onClick={() => void send()}>
          {asked.length > 0 ? '同意并继续' : '已阅读，继续'}
        </Button>
      </footer>
    </dialog>
  )
}
