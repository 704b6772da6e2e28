import { BlankPage } from '../layout/blank-page.tsx'
import { Button, ButtonLink } from '../forms/button.tsx'

/**
 * No page at this address or for this role; with `planned`, a page that is announced and not built yet.
 * `home` is the reader’s start page, if any.
 */
export function NotFound({
  home,
  homeLabel = '回到首页',
  todos = null,
  planned,
}: {
  home?: string
  /** Where what waits for the reader is found. */
  todos?: string | null
  homeLabel?: string
  planned?: string | undefined
}) {
  return (
    <BlankPage
      title={planned ? `“${planned}”暂未开通` : '没有这个页面'}
      testId="not-found"
      ways={
        <>
          {home && (
            <ButtonLink to={home} look="primary" large icon="home">
              {homeLabel}
            </ButtonLink>
          )}
          {todos !== null && (
            <ButtonLink to={todos} large>
              查看待办事项
            </ButtonLink>
          )}
          <Button large icon="left" onClick={() => window.history.back()}>
            返回上一页
          </Button>
        </>
      }
    >
      <p>
        {planned
          ? '这个栏目还在建设，开通后会出现在菜单里。您的账号和资料不受影响。'
          : '地址可能写错了，或者页面不对您的身份开放。如果是从别处点进来的，请把来源告诉本单位管理员。'}
      </p>
    </BlankPage>
  )
}
