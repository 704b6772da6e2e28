import { BlankPage } from '../ui/layout/blank-page.tsx'
import { Button } from '../ui/forms/button.tsx'

/** What stands instead of a page that threw while it was drawn or whose code did not load. */
export function Broken() {
  return (
    <main>
      <BlankPage
        title="页面打开失败"
        ways={
          <>
            <Button look="primary" large icon="rot" onClick={() => location.reload()}>
              重新打开
            </Button>
            <Button large icon="home" onClick={() => location.assign('/')}>
              回到首页
            </Button>
          </>
        }
      >
        <p>
          可能是网络中断，或者平台刚刚更新。已经保存的内容都在；填写中的内容留有本机副本，重新打开后可以继续填写。
        </p>
      </BlankPage>
    </main>
  )
}
