import { lazy, Suspense, useEffect } from 'react'
import { canSignInHere, endedSession } from '../platform/session/expiry.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('../features/sign-in/index.ts')).SignInAgain,
}))

/** The dialog that stands above a workspace once its session has ended. */
export function SignInAgainLayer() {
  useEffect(canSignInHere, [])
  const ended = endedSession.use()
  if (ended === null) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain ended={ended} />
    </Suspense>
  )
}
