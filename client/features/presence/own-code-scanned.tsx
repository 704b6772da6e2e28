import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OwnCodeMarked } from '../../../catalogue/contract/training/presence.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Done, isStranger, Said } from './check-in.tsx'
import { usePresenceActs } from './use-presence.ts'

type Outcome =
  | { readonly at: 'asking' }
  | { readonly at: 'stranger' }
  | { readonly at: 'refused'; readonly message: string }
  | { readonly at: 'done'; readonly mark: OwnCodeMarked }

/** What came of a call that failed; a session that one does not lead answers like a missing one. */
function refusalOf(error: unknown): Outcome {
  if (isStranger(error)) return { at: 'stranger' }
  const isForeign = error instanceof ApiError && error.status === 404
  return {
    at: 'refused',
    message: isForeign ? '您不是本场的班主任或负责人，不能为学员签到' : sentenceOf(error),
  }
}

/** What the leader of a session sees who scanned the own code of a learner: that it is done, or why not. */
export function OwnCodeScanned({ of, own, isSignedIn }: { of: string; own: string; isSignedIn: boolean }) {
  const { scanned } = usePresenceActs()
  const sent = useRef(false)
  const [outcome, setOutcome] = useState<Outcome>({ at: isSignedIn ? 'asking' : 'stranger' })
  const { mutateAsync } = scanned
  useEffect(() => {
    if (!isSignedIn || sent.current) return
    sent.current = true
    mutateAsync({ id: of, code: own }).then(
      (mark) => setOutcome({ at: 'done', mark }),
      (error: unknown) => setOutcome(refusalOf(error)),
    )
  }, [of, own, isSignedIn, mutateAsync])
  if (outcome.at === 'asking') return <Skeleton lines={4} />
  if (outcome.at === 'stranger')
    return (
      <Said icon="user" tone="wait" title="请班主任或现场负责人登录">
        <p>登录后请学员刷新本人码，再扫一次；本手机登录以后，再扫即签到。</p>
        <Link
          className="x-button x-button-primary x-button-large"
          to="/login"
          state={{ asked: `/q?of=${of}&own=${encodeURIComponent(own)}` }}
        >
          登录
        </Link>
      </Said>
    )
  if (outcome.at === 'refused')
    return (
      <Said icon="warn" tone="wrong" title={outcome.message}>
        <p>学员没有手机的，打开本场名单，点“登记”并写明原因。</p>
      </Said>
    )
  return (
    <>
      <Done mark={outcome.mark} note="接着扫下一位学员的本人码即可。" />
      <p>
        <Link className="x-button x-button-large" to={`${outcome.mark.ledAt}?id=${of}`}>
          看本场名单
        </Link>
      </p>
    </>
  )
}
