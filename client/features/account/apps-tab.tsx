import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { AgreedApp } from '../../../catalogue/contract/account/sign-on.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useApps } from './use-apps.ts'

/** The apps that I agreed to, what each is told, and taking it back. */
export function AppsTab() {
  const { data, error, refetch, revoke } = useApps()
  if (error && !data)
    return <ErrorBox title="授权的应用打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const takeBack = async ({ app, name }: AgreedApp) => {
    const yes = await confirm({
      title: `撤销对“${name}”的授权？`,
      text: '它立刻不能再取得您的资料，也会从那里退出登录。以后再进入时，会重新请您同意。',
      ok: '撤销授权',
      danger: true,
    })
    if (!yes) return
    await revoke(app).then(
      () => notify.success(`已撤销对“${name}”的授权`),
      (fault: unknown) => notify.error(sentenceOf(fault)),
    )
  }
  return (
    <Panel flush title="授权的应用">
      {data.length === 0 && <Empty text="暂无用杏坛账号登录过的应用。" />}
      <ul className="personal-rows">
        {data.map((one) => (
          <li key={one.app}>
            <div>
              <b>{one.name}</b>
              {one.open && <span className="personal-here">已登录</span>}
              <p className="x-soft x-dense">
                以 {one.identity.organization}　
                {isRole(one.identity.role) ? roleEntry(one.identity.role).label : ''} 的身份；提供
                {one.facts.length === 0 ? '本应用专用编号' : one.facts.join('、')}
              </p>
              <p className="x-faint x-dense">
                {one.host}　{listTime(one.agreedAt)} 同意，有效至 {listTime(one.until)}
                {one.lastUsedAt !== null && `，${listTime(one.lastUsedAt)} 最后使用`}
              </p>
            </div>
            <Button aria-label={`撤销对${one.name}的授权`} onClick={() => void takeBack(one)}>
              撤销授权
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
