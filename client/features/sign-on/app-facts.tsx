import type { ConsentView } from '../../../catalogue/contract/account/sign-on.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Logo } from '../../ui/look/logo.tsx'

/** Who asks: the app's mark beside the portal's, and the question as the heading of the page. */
export function AppFacts({ app }: { app: ConsentView['app'] }) {
  return (
    <div className="sign-on-head">
      <span className="sign-on-mark" aria-hidden="true">
        {app.icon === '' ? <Icon name="chart" /> : <img src={app.icon} alt="" />}
      </span>
      <Icon name="sort" className="sign-on-between" />
      <span className="sign-on-mark sign-on-own" aria-hidden="true">
        <Logo size={32} onInk />
      </span>
      <div>
        <h1 tabIndex={-1}>“{app.name}”请求使用您的杏坛账号登录</h1>
        <p>{app.host}　需您同意</p>
      </div>
    </div>
  )
}
