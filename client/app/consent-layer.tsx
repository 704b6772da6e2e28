import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { legalAnswer, type LegalAnswer } from '../../catalogue/contract/portal/legal.ts'
import { legalTexts } from '../../catalogue/legal/texts.ts'
import { api } from '../platform/api/api.ts'
import { session } from '../platform/session/session.ts'
import { readsTexts } from './reads-texts.ts'

const ConsentDialog = lazy(async () => ({
  default: (await import('../features/legal/index.ts')).ConsentDialog,
}))

/** Accounts of which this page knows that nothing is due. */
const settled = new Set<number>()

/** The dialog with the texts that somebody has not agreed to, or was not shown, in their edition in force. */
export function ConsentLayer() {
  const [due, setDue] = useState<LegalAnswer['due']>([])
  const { pathname } = useLocation()
  const id = session()?.id
  useEffect(() => {
    if (id === undefined || settled.has(id)) return
    const stop = new AbortController()
    api
      .get('/api/v1/account/legal', {
        schema: legalAnswer,
        background: true,
        quiet: true,
        signal: stop.signal,
      })
      .then((answer) => {
        if (answer.due.length === 0) settled.add(id)
        setDue(answer.due)
        readsTexts.set(answer.due.length > 0)
      })
      // Without an answer nothing is asked; the next page asks again.
      .catch(() => undefined)
    return () => stop.abort()
  }, [id])
  // The texts can be read at their own addresses before they are agreed to.
  if (due.length === 0 || legalTexts.some(({ path }) => path === pathname)) return null
  return (
    <Suspense fallback={null}>
      <ConsentDialog
        due={due}
        onDone={() => {
          if (id !== undefined) settled.add(id)
          setDue([])
          readsTexts.set(false)
        }}
      />
    </Suspense>
  )
}
