import { Link } from 'react-router'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { PortalFrame } from './frame/portal-frame.tsx'

/** What visitors see until a person opens the portal. */
export function PreparingPage() {
  usePageTitle('门户正在准备')
  const signIn = pagesFor(null).find(({ page }) => page === 'sign-in')?.path ?? '/'
  return (
    <PortalFrame closed>
      <div className="portal-width portal-preparing">
        <h1 className="x-display">门户正在准备</h1>
        <p className="x-soft">
          开通后可以在这里查看政策文件、通知公告和教研培训。已有账号的老师和单位可以先登录工作台。
        </p>
        <p>
          <Link to={signIn} className="x-button x-button-primary">
            登录工作台
          </Link>
        </p>
      </div>
    </PortalFrame>
  )
}
