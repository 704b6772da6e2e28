import { Link, useSearchParams } from 'react-router'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { ReadFrame } from './frame/read-frame.tsx'
import { useSite } from './use-site.ts'

/**
 * Between the portal and another site (`?url=`): a host of the administrator's list in a frame, any other by
 * a page that says where the way leads and goes nowhere by itself.
 */
export function LeavingPage() {
  const [search] = useSearchParams()
  const site = useSite()
  const verdict = safeUrl(search.get('url') ?? '', site?.hosts ?? [])
  // Nobody is warned of a listed host while the list is on its way.
  if (!site) return <div className="portal-wait" aria-busy />
  if ('fault' in verdict || verdict.place === 'inside') return <Leaving outside={null} />
  return verdict.place === 'listed' ? <Framed {...verdict} /> : <Leaving outside={verdict} />
}

interface Outside {
  readonly href: string
  readonly host: string
}

function Leaving({ outside }: { outside: Outside | null }) {
  usePageTitle('即将离开本站')
  return (
    <ReadFrame title="即将离开本站">
      {outside ? (
        <section className="portal-part">
          <p>您要去的网站是</p>
          <p className="portal-host">{outside.host}</p>
          <p className="x-soft">本站不了解该网站，请留意不要在那里填写本平台的账号和密码。</p>
          <p className="portal-ways">
            <a
              className="x-button x-button-primary x-button-large"
              href={outside.href}
              target="_blank"
              rel="noopener noreferrer"
            >
              仍要前往
            </a>
            <Link className="x-button x-button-large" to="/home/index">
              回到首页
            </Link>
          </p>
        </section>
      ) : (
        <Empty text="该地址不能打开。" action={<Link to="/home/index">回到首页</Link>} />
      )}
    </ReadFrame>
  )
}

/**
 * A page of another site within this one. It may run its own scripts and forms; it cannot turn this page, nor
 * learn which one it is.
 */
function Framed({ href, host }: Outside) {
  usePageTitle(host)
  return (
    <div className="portal-width portal-framed">
      <h1 className="portal-host" tabIndex={-1}>
        {host}
      </h1>
      <p className="x-soft x-dense">
        下面是该网站的页面，不是本站的内容，请不要在里面填写本平台的账号和密码。有些网站不让其他网站显示，看不到时请
        <a href={href} target="_blank" rel="noopener noreferrer">
          在新窗口打开
          <Icon name="out" />
        </a>
      </p>
      <iframe
        src={href}
        title={`${host} 的页面`}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
