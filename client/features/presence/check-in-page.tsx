import { Link, useSearchParams } from 'react-router'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { PublicHeader } from '../../ui/layout/public-header.tsx'
import { CheckIn } from './check-in.tsx'
import { OwnCodeScanned } from './own-code-scanned.tsx'

/**
 * Where codes lead: that on a screen, which a learner scans, and the own code of a learner, which the leader of
 * a session scans (`?of=` the session, `&own=` the code). For one hand, without header and menu of a workspace.
 */
export function CheckInPage() {
  usePageTitle('签到')
  const session = useSession()
  const [search] = useSearchParams()
  const [of, own] = [search.get('of'), search.get('own')]
  const isLeader = of !== null && own !== null
  return (
    <>
      <PublicHeader home={homeOf(session?.role ?? null)} />
      <main className="check-in-page">
        <h1 tabIndex={-1}>签到</h1>
        {isLeader ? (
          <OwnCodeScanned key={own} of={of} own={own} isSignedIn={session !== null} />
        ) : (
          <CheckIn>
            <p>请用手机相机或微信“扫一扫”，扫现场大屏上的二维码。扫码结果保留 3 分钟。</p>
          </CheckIn>
        )}
        {session?.role === 2 && !isLeader && (
          <p>
            <Link className="x-button x-button-large" to="/teacher/pxqd">
              我的签到记录
            </Link>
          </p>
        )}
      </main>
    </>
  )
}
