import { useEffect } from 'react'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { keepScan, scanAt } from '../../features/presence/kept-scans.ts'
import { session } from '../../platform/session/session.ts'
import { keptPrefix, keysUnder } from '../../platform/storage/storage.ts'
import { Button } from '../../ui/forms/button.tsx'
import { BlankPage } from '../../ui/layout/blank-page.tsx'
import { PublicHeader } from '../../ui/layout/public-header.tsx'

/** Milliseconds between two looks whether the server answers again. */
const lookAgain = 5_000

/** The scan that this address names: the phone keeps it, because the code will have lapsed by then. */
const scan = scanAt(location.pathname)

const openAgain = () => (scan ? location.replace('/q') : location.reload())

/** How many unsaved forms of whoever is signed in are kept on this device; nothing of them is read. */
function keptForms(): number {
  const id = session()?.id
  return id === undefined ? 0 : keysUnder(`${keptPrefix}${id}:`).length
}

/** Opens the address anew once the server answers. Nothing is typed here that could be lost. */
function useReturn() {
  useEffect(() => {
    const look = () =>
      fetch('/health', { cache: 'no-store' }).then(
        (answer) => void (answer.ok && openAgain()),
        () => undefined,
      )
    const timer = setInterval(() => void look(), lookAgain)
    // A network that has just returned may not reach the server yet.
    const atOnce = () => void look()
    window.addEventListener('online', atOnce)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', atOnce)
    }
  }, [])
}

/** What stands where a page was asked for without a network (client/worker): the address stays as it is. */
export default function OfflinePage() {
  useReturn()
  useEffect(() => {
    if (scan) keepScan(scan)
  }, [])
  const kept = keptForms()
  if (scan) return <KeptScan />
  return (
    <>
      <PublicHeader home={homeOf(null)} />
      <main>
        <BlankPage
          title="没有网络"
          testId="offline"
          ways={
            <Button look="primary" large icon="rot" onClick={openAgain}>
              再试一次
            </Button>
          }
        >
          <p>连不上网络或服务器，页面暂时打不开。网络恢复后会自动打开，无需刷新。</p>
          {kept > 0 && (
            <p>
              {`本设备上有 ${kept} 份没来得及保存的填写，都在。为了保护个人信息，它们加密存放，没有网络时打不开；网络恢复后打开那张表，会自动恢复，可以继续填写。`}
            </p>
          )}
          <p>其他窗口里已经打开的表可以继续填写，网络恢复后会自动保存草稿。</p>
        </BlankPage>
      </main>
    </>
  )
}

/** What a phone without network says after a scan. */
function KeptScan() {
  return (
    <>
      <PublicHeader home={homeOf(null)} />
      <main>
        <BlankPage
          title="已保存，未上传"
          testId="offline-scan"
          ways={
            <Button look="primary" large icon="rot" onClick={openAgain}>
              上传
            </Button>
          }
        >
          <p>没有网络，本次扫码已保存在本手机上。网络恢复后打开本页会自动上传，由现场负责人核定。</p>
          <p>请在 24 小时内上传；也可以请现场负责人当场登记。</p>
        </BlankPage>
      </main>
    </>
  )
}
