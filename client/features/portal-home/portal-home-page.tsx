import { Link, useLocation } from 'react-router'
import { startOf } from '../../../catalogue/pages/menus.ts'
import { homeOf, match, pagesFor } from '../../../catalogue/pages/pages.ts'
import { today } from '../../platform/format.ts'
import { useSession } from '../../platform/session.ts'
import { signOut } from '../../platform/sign-out.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { PublicHeader } from '../../ui/public-header.tsx'
import './portal-home.css'

/** What the platform does for each of its readers. */
const columns = [
  {
    who: '教师',
    text: '档案由自己填写，由学校和上级核实。学习经历和基本信息附上佐证提交；交到哪一级、等了几天、被退回是哪一栏，都看得见。',
  },
  {
    who: '学校',
    text: '待审的资料按等待天数排好，只看改动的栏目，对着佐证逐条核。基本待遇和科组由学校记入，教师随时可以查阅。',
  },
  {
    who: '县区、市、省',
    text: '学校审过的资料逐级上来，每一步都留下经办人和意见。辖区教师的档案按同一口径查找和查阅，身份证件等信息只给需要的人看。',
  },
] as const

/** The front page as far as it is true today: what this is, for whom, and the way in. */
export function PortalHomePage() {
  usePageTitle('首页')
  const session = useSession()
  const { state } = useLocation()
  const signInPath = pagesFor(null).find(({ page }) => page === 'sign-in')?.path ?? '/'
  const workspace = session && match(startOf(session.role), session.role)?.page ? startOf(session.role) : null
  const way =
    session === null ? (
      <ButtonLink to={signInPath} state={state} look="primary" large>
        登录
      </ButtonLink>
    ) : workspace !== null && workspace !== homeOf(null) ? (
      <ButtonLink to={workspace} look="primary" large>
        进入我的工作台
      </ButtonLink>
    ) : (
      <p className="x-soft">您的工作台还没有开通，请留意平台通知。</p>
    )
  return (
    <>
      <PublicHeader home={homeOf(null)}>
        {session ? (
          <>
            <span className="portal-person">{session.truename}</span>
            <button type="button" className="x-switch" onClick={() => void signOut()}>
              退出登录
            </button>
          </>
        ) : (
          <Link to={signInPath} state={state} className="x-strip-link">
            登录
          </Link>
        )}
      </PublicHeader>
      <main className="portal">
        <div className="portal-masthead">
          <h1 className="x-display" tabIndex={-1}>
            杏坛
          </h1>
          <p>教师发展、教研与教师档案门户</p>
          <time>{today()}</time>
        </div>
        <section className="portal-lead">
          <h2 className="x-display">教师的每一段经历，都有据可查，有人负责</h2>
          <p>
            教师档案在这里填报、逐级审核、长期保存。没有通过的改动不会覆盖现行的档案；每一次审核都写明是谁、什么时候、为什么。
          </p>
          {way}
        </section>
        <div className="portal-columns">
          {columns.map(({ who, text }) => (
            <section key={who}>
              <h2 className="x-display">{who}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </main>
      <footer className="portal-foot">
        <p>账号由所在学校或教育局发放。登录不了，请联系本单位管理员。</p>
        <p>杏坛是开放源代码的教师发展门户</p>
      </footer>
    </>
  )
}
