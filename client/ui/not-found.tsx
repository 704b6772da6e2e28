import { BlankPage } from './blank-page.tsx'
import { Button, ButtonLink } from './button.tsx'

/** No page at this address, none for this role, or none yet. `home` leads to the reader's own start, if there is one. */
export function NotFound({ home, homeLabel = '回到首页' }: { home?: string; homeLabel?: string }) {
  return (
    <BlankPage
      title="没有这个页面"
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
      <p>地址可能写错了，或者这个栏目还没有开通。如果是从别处点进来的，请把来源告诉本校管理员。</p>
    </BlankPage>
  )
}
