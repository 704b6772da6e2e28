import { useEffect, useState } from 'react'
import { isRole, roleEntry } from '../../catalogue/access/roles.ts'
import { sentenceOf } from '../platform/api/api-error.ts'
import { useSession } from '../platform/session/session.ts'
import { endViewing, useViewing } from '../platform/session/viewing.ts'
import { Button } from '../ui/forms/button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import './viewing-banner.css'

/**
 * Says on every page through whose eyes it is seen, and ends that with one click; by itself when the time is
 * over.
 */
export function ViewingBanner() {
  const viewing = useViewing()
  const reads = useSession()?.reads_only ?? null
  if (viewing !== null) return <Banner key={viewing.until} until={viewing.until} />
  return reads === null ? null : <ReadsOnly until={reads.until} />
}

const minutesTo = (until: string) => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000))

/** What somebody who retired or left is told on every page. */
function ReadsOnly({ until }: { until: string | null }) {
  return (
    <section className="viewing-banner" aria-label="账号状态">
      <p>
        您已离开单位，该账号只能查看本人档案，不能办理。
        {until !== null && `到 ${until} 为止。`}
      </p>
    </section>
  )
}

function Banner({ until }: { until: string }) {
  const viewed = useSession()
  const [left, setLeft] = useState(() => minutesTo(until))
  const [busy, setBusy] = useState(false)
  const end = async (said: string) => {
    setBusy(true)
    try {
      await endViewing()
      notify.info(said)
    } catch (error) {
      notify.warn(sentenceOf(error))
      setBusy(false)
    }
  }
  useEffect(() => {
    const over = setTimeout(
      () => void end('以其身份查看的时间到了，已结束'),
      Math.max(0, Date.parse(until) - Date.now()),
    )
    const count = setInterval(() => setLeft(minutesTo(until)), 10_000)
    return () => {
      clearTimeout(over)
      clearInterval(count)
    }
  }, [until])
  if (viewed === null) return null
  const who = [
    viewed.truename,
    isRole(viewed.role) && roleEntry(viewed.role).label,
    viewed.organization?.name,
  ]
    .filter(Boolean)
    .join('，')
  return (
    <section className="viewing-banner" aria-label="以其身份查看">
      <p>
        正在以 <b>{who}</b> 的身份查看：只能看，不能办理，全程记入日志。还剩 {left} 分钟。
      </p>
      <Button busy={busy} onClick={() => void end('已结束查看')}>
        结束查看
      </Button>
    </section>
  )
}
