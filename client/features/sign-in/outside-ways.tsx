import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  outsideDoors,
  outsideStarted,
  type DoorName,
  type OutsideDoors,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { askedIn, isSitePath } from '../../platform/session/return-path.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'

const path = '/api/v1/login/outside'

/** Leads the browser to a provider's page. `back`: where the person was going. */
export async function goOutside(provider: DoorName, back: string | null): Promise<void> {
  const { to } = await api.post(`${path}/start`, {
    schema: outsideStarted,
    body: { provider, ...(back !== null && { back }) },
    quiet: true,
  })
  location.assign(to)
}

/** Where the person was going when the sign-in page came between. */
function useAsked(): string | null {
  const { state } = useLocation()
  const asked = askedIn(state)
  return isSitePath(asked) ? asked : null
}

/** The ways in from outside that are set up, below the form; nothing where there are none. */
export function OutsideWays() {
  const [ways, setWays] = useState<OutsideDoors>([])
  const { busy, faults, run } = useAct([])
  const asked = useAsked()
  useEffect(() => {
    const leave = new AbortController()
    // Without an answer the form is there all the same.
    api
      .get(path, { schema: outsideDoors, quiet: true, signal: leave.signal })
      .then(setWays)
      .catch(() => undefined)
    return () => leave.abort()
  }, [])
  if (ways.length === 0) return null
  return (
    <section className="signin-ways" aria-label="其他登录方式">
      <h2>其他登录方式</h2>
      <p>
        {ways.map(({ provider, label }) => (
          <Button key={provider} large busy={busy} onClick={() => void run(() => goOutside(provider, asked))}>
            {label}
          </Button>
        ))}
      </p>
      {faults['form'] !== undefined && <ErrorBox title="前往失败" detail={faults['form']} />}
    </section>
  )
}
