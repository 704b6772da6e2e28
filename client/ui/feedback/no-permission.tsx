import { BlankPage } from '../layout/blank-page.tsx'
import { ButtonLink } from '../forms/button.tsx'

/** The page exists, but not for this reader; `who` can grant it. */
export function NoPermission({ home, who = '本单位管理员' }: { home: string; who?: string }) {
  return (
    <BlankPage
      title="您没有查看这里的权限"
      testId="no-permission"
      ways={
        <ButtonLink to={home} look="primary" large icon="home">
          回到工作台
        </ButtonLink>
      }
    >
      <p>如果工作需要，请联系{who}开通。</p>
    </BlankPage>
  )
}
