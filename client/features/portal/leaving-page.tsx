import { Link, useSearchParams } from 'react-router'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { Empty } from '../../ui/empty.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { useSite } from './use-read.ts'

/** Between the portal and another site (`?url=`): says where the way leads, and goes nowhere by itself. */
export function LeavingPage() {
  usePageTitle('即将离开本站')
  const [search] = useSearchParams()
  const site = useSite()
  const verdict = safeUrl(search.get('url') ?? '', site?.hosts ?? [])
  const outside = 'fault' in verdict || verdict.place === 'inside' ? null : verdict
  return (
    <div className="portal-width portal-read">
      <h1 className="x-display" tabIndex={-1}>
        即将离开本站
      </h1>
      {outside ? (
        <section className="portal-part">
          <p>您要去的网站是</p>
          <p className="portal-host">{outside.host}</p>
          <p className="x-soft">
            {outside.place === 'listed' ? '这个网站在本站的名单里。' : '本站不了解这个网站，请留意不要在那里填写本平台的账号和密码。'}
          </p>
          <p className="portal-ways">
            <a className="x-button x-button-primary x-button-large" href={outside.href} target="_blank" rel="noopener noreferrer">
              仍要前往
            </a>
            <Link className="x-button x-button-large" to="/home/index">
              回到首页
            </Link>
          </p>
        </section>
      ) : (
        <Empty text="这个地址不能打开。" action={<Link to="/home/index">回到首页</Link>} />
      )}
    </div>
  )
}
