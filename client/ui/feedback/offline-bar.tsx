import { Icon } from '../look/icon.tsx'
import { useOnline } from './online.ts'

/** Shows that the connection is lost, while it is. Waiting requests go on by themselves afterwards. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <output>
      {!online && (
        <p className="x-offline">
          <Icon name="warn" />
          网络断开了。已经填写的内容都在，网络恢复后页面会接着打开。
        </p>
      )}
    </output>
  )
}
