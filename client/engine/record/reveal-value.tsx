import { useEffect, useState } from 'react'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { recordApi } from '../data/record-api.ts'
import { Show } from '../kinds/show.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/**
 * Milliseconds until the mask returns: enough to dial or copy a number, short for a person who passes the
 * screen.
 */
const shownMs = 60_000

/** A masked value with the way to the full one: a reason first, then the value for a minute. */
export function RevealValue({
  definition,
  id,
  name,
  field,
  value,
}: {
  definition: AnyRecord
  id: string
  name: string
  field: Field
  value: unknown
}) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [whole, setWhole] = useState<{ value: unknown } | null>(null)
  useEffect(() => {
    if (!whole) return
    const timer = setTimeout(() => setWhole(null), shownMs)
    return () => clearTimeout(timer)
  }, [whole])
  const answer = async (reason: string | null) => {
    if (reason === null) return setAsking(false)
    setBusy(true)
    try {
      setWhole(await recordApi.reveal(definition.name, id, { field: name, reason }))
      setAsking(false)
    } catch (error) {
      notify.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <output>
        <Show field={field} value={whole ? whole.value : value} none="未填" />
      </output>{' '}
      <button
        type="button"
        className="xr-link"
        aria-label={whole ? `隐藏${field.label}` : `查看完整的${field.label}`}
        onClick={() => (whole ? setWhole(null) : setAsking(true))}
      >
        {whole ? '隐藏' : '查看'}
      </button>
      {asking && (
        <ReasonDialog
          busy={busy}
          question={{
            title: `查看完整的${field.label}`,
            text: '原因记入日志，本人在“谁看过我的档案”里看得到。内容显示一分钟。',
            ok: '查看',
            label: '查看原因',
            look: 'primary',
            samples: ['电话联系本人核对', '按来函查证', '办理转递手续'],
          }}
          onAnswer={(reason) => void answer(reason)}
        />
      )}
    </>
  )
}
