import { type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Site } from '../../../../catalogue/contract/portal/portal.ts'
import { palettes, type PaletteName } from '../../../../catalogue/sites/palettes.ts'
import { legalTexts } from '../../../../catalogue/legal/texts.ts'
import { homeOf, match, pagesFor } from '../../../../catalogue/pages/pages.ts'
import { version } from '../../../../catalogue/version.ts'
import { today } from '../../../platform/format.ts'
import { useSession } from '../../../platform/session/session.ts'
import { signOut } from '../../../platform/session/sign-out.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { Logo } from '../../../ui/look/logo.tsx'
import { PublicHeader } from '../../../ui/layout/public-header.tsx'
import { GoLink } from '../go-link.tsx'
import { PortalNav } from './portal-nav.tsx'
import { PrintNote } from './print-note.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { useScrolledPast } from './scrolled-past.ts'
import { useSite } from '../use-site.ts'
import '../portal.css'
import './print.css'

/**
 * Head, navigation and foot of every public page. `front`: the masthead is the page's heading; `closed`:
 * there is nothing to search or to go to yet.
 */
export function PortalFrame({
  front,
  closed,
  shown,
  children,
}: {
  front?: boolean
  closed?: boolean
  /** Another site than the one that is open, to look at it. */
  shown?: Site
  children: ReactNode
}) {
  const open = useSite()
  const site = shown ?? open
  const session = useSession()
  const { mark, solid } = useScrolledPast()
  const Name = front ? 'h1' : 'p'
  return (
    <div
      className="portal"
      {...(site?.palette && { 'data-palette': site.palette, style: coloursOf(site.palette) })}
    >
      <a className="portal-skip" href="#content">
        跳到正文
      </a>
      <div ref={mark} className="portal-500" aria-hidden />
      <PublicHeader
        solid={solid}
        home={homeOf(null)}
        below={{ name: site?.plat_name, by: site?.name }}
        folded={
          <>
            {!closed && (
              <Link to="/home/search" className="x-switch portal-folded">
                <Icon name="search" />
                搜索
              </Link>
            )}
            {session !== null && (
              <button type="button" className="x-switch portal-folded" onClick={() => void signOut()}>
                <Icon name="logout" />
                退出登录
              </button>
            )}
          </>
        }
      >
        <WayIn work={site?.work ?? null} />
      </PublicHeader>
      <div className="portal-mast portal-width">
        <Mark site={site} />
        <div>
          <Name className="portal-name x-display" tabIndex={-1}>
            {site?.plat_name ?? '\u00a0'}
          </Name>
          <span className="x-soft">教师档案　教研科研　研修培训</span>
        </div>
        <div className="portal-mast-end">
          <time className="x-soft">{today()}</time>
          {!closed && <SearchBox />}
        </div>
      </div>
      {!closed && <PortalNav site={site} />}
      <main id="content" tabIndex={-1} className="portal-main">
        {children}
      </main>
      <Foot site={site} />
      <PrintNote />
    </div>
  )
}

/** The mark of a client's site, else the portal's own. */
function Mark({ site }: { site: Site | null }) {
  return site && site.work !== '' && site.plat_logo !== '' && site.plat_logo !== '/logo.svg' ? (
    <img className="portal-mark" src={site.plat_logo} alt="" height={48} />
  ) : (
    <Logo size={48} />
  )
}

/** The two colours of a site; the style sheet says where they stand, and lets strong contrast win. */
const coloursOf = (palette: PaletteName): Record<string, string> => ({
  '--site-light': palettes[palette].light,
  '--site-dark': palettes[palette].dark,
})

/** Into the own workspace, out of it, or to the sign-in page: of a client's site, on the portal's address. */
function WayIn({ work }: { work: string | null }) {
  const session = useSession()
  const { state } = useLocation()
  if (session === null) {
    const path = pagesFor(null).find(({ page }) => page === 'sign-in')?.path ?? '/'
    if (work === null) return null
    if (work !== '')
      return (
        <a href={`${work}${path}`} className="x-strip-link">
          登录工作台
        </a>
      )
    return (
      <Link to={path} state={state} className="x-strip-link">
        登录工作台
      </Link>
    )
  }
  const start = homeOf(session.role)
  const workspace = start !== homeOf(null) && match(start, session.role)?.page
  return (
    <>
      <span className="portal-person">{session.truename}</span>
      {workspace && (
        <Link to={start} className="x-strip-link">
          进入我的工作台
        </Link>
      )}
      <button type="button" className="x-switch portal-wide" onClick={() => void signOut()}>
        退出登录
      </button>
    </>
  )
}

/** Registrations that public sites show at their foot (互联网信息服务管理办法 第十二条). */
function Filings({ site }: { site: Site | null }) {
  const police = /\d{14}/.exec(site?.police_filing_no ?? '')?.[0]
  return (
    <>
      {site?.filing_no &&
        (site.filing_no.includes('ICP') ? (
          <GoLink to="https://beian.miit.gov.cn/" openMode="1">
            {site.filing_no}
          </GoLink>
        ) : (
          <span>{site.filing_no}</span>
        ))}
      {site && police !== undefined && (
        <GoLink to={`https://beian.mps.gov.cn/#/query/webSearch?code=${police}`} openMode="1">
          {site.police_filing_no}
        </GoLink>
      )}
      {site?.government_mark_url && (
        <GoLink to={site.government_mark_url} openMode="1">
          党政机关网站标识
        </GoLink>
      )}
    </>
  )
}

function Foot({ site }: { site: Site | null }) {
  const links = site
    ? [
        ...site.foot,
        { title: '教育部', url: site.links.moe },
        { title: '公司网站', url: site.links.company },
        { title: '远程教育网', url: site.links.distance },
      ]
    : []
  const shown = links.filter(
    ({ title, url }, place) => url !== '' && links.findIndex((one) => one.title === title) === place,
  )
  return (
    <footer className="portal-foot">
      <div className="portal-width">
        <section>
          <h2>{site?.hotline ? '24 小时服务热线' : '登录不了'}</h2>
          {site?.hotline && <p className="portal-tel">{site.hotline}</p>}
          {site?.support_mail && (
            <p>
              支持邮箱　<a href={`mailto:${site.support_mail}`}>{site.support_mail}</a>
            </p>
          )}
          <p>账号由系统管理员发放；忘记密码用登记的手机号找回。</p>
        </section>
        <section>
          <h2>相关链接</h2>
          <ul className="portal-foot-links">
            {shown.map(({ title, url }) => (
              <li key={title}>
                <GoLink to={url} openMode="1">
                  {title}
                </GoLink>
              </li>
            ))}
          </ul>
        </section>
        <p className="portal-legal">
          <Link to="/home/help">帮助</Link>
          <Link to="/home/accessibility">无障碍声明</Link>
          {legalTexts.map(({ path, title }) => (
            <Link key={path} to={path}>
              {title}
            </Link>
          ))}
          <Link to="/home/xinxiBaohu">个人信息保护</Link>
          <Filings site={site} />
          <span>杏坛 {version}，开放源代码的教师发展门户</span>
        </p>
      </div>
    </footer>
  )
}
