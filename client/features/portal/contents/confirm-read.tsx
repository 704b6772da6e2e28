import { useEffect, useState } from 'react'
import type { PublicName } from '../../../../catalogue/contents/public.ts'
import { ownConfirmation, type OwnConfirmation } from '../../../../catalogue/contract/portal/reach.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { fullTime, sentenceDate } from '../../../platform/format.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { notify } from '../../../ui/feedback/notify.ts'

/**
 * For officers of an institution that is asked: one click confirms for all of it. Nothing for anybody else.
 */
export function ConfirmRead({ type, id }: { type: PublicName; id: number }) {
  const role = useSession()?.role ?? 0
  const officer = role >= 3 && role <= 6
  const path = `/api/v1/portal/confirmation/${type}/${id}`
  const [own, setOwn] = useState<OwnConfirmation>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!officer) return
    const stop = new AbortController()
    api
      .get(path, { schema: ownConfirmation, quiet: true, background: true, signal: stop.signal })
      .then(setOwn)
      // The article itself is there; whoever has to confirm finds it on the workbench, too.
      .catch(() => {})
    return () => stop.abort()
  }, [officer, path])
  if (!own) return null
  const confirm = async () => {
    setBusy(true)
    try {
      setOwn(await api.post(path, { schema: ownConfirmation, body: {} }))
      notify.success('已替本单位确认')
    } catch (error) {
      notify.warn(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="portal-confirm" aria-label="单位确认" data-testid="confirm-read">
      {own.confirmed ? (
        <p>
          {own.institution}已确认：{own.confirmed.by}　{fullTime(own.confirmed.at)}
        </p>
      ) : (
        <>
          <p>
            请{own.institution}在 {sentenceDate(own.until)} 前确认已读，一人确认即可。
          </p>
          <Button look="primary" large busy={busy} onClick={() => void confirm()}>
            确认已读
          </Button>
        </>
      )}
    </section>
  )
}
