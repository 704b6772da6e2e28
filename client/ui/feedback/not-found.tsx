import { BlankPage } from '../layout/blank-page.tsx'
import { Button, ButtonLink } from '../forms/button.tsx'

/** No page at this address or for this role. `home` is the reader’s start page, if any. */
export function NotFound({ home, homeLabel = '回到首页' }: { home?: string; homeLabel?: string }) {
  return (
    <BlankPage
      title="没有该页面"
      testId="not-found"
      ways={
        <>
          {home && (
            <ButtonLink to={home} look="primary" large icon="home">
              {homeLabel}
            </ButtonLink>
          )}
          <Button large icon="left" onClick={() => window.history.back()}>
            返回上一页
          </Button>
        </>
      }
    >
      <p>地址可能写错了，或者页面不对您的身份开放。如果是从别处点进来的，请把来源告诉本单位管理员。</p>
    </BlankPage>
  )
}
