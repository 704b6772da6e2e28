import type { Device } from '../../../catalogue/contract/account/personal.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { deviceWords } from '../../platform/device-words.ts'
import { useAccountActs, useDevices } from './use-account.ts'

/** Where I am signed in now, and what ended today because it was one device too many. */
export function DevicesTab() {
  const { data, error, refetch } = useDevices()
  const { endDevice, endOthers } = useAccountActs()
  if (error && !data)
    return <ErrorBox title="登录设备打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const attempt = (act: () => Promise<string>) =>
    act().then(
      (text) => notify.success(text),
      (fault: unknown) => {
        notify.error(sentenceOf(fault))
        void refetch()
      },
    )
  const end = (device: Device) =>
    void attempt(async () => {
      await endDevice(device.id)
      return `${deviceWords(device.agent)}已退出登录`
    })
  const endAll = async () => {
    const yes = await confirm({
      title: '退出其他全部设备？',
      text: '那些设备上没有提交的内容仍留在那里，重新登录后还能看到。',
      ok: '全部退出',
      danger: true,
    })
    if (yes)
      await attempt(async () => {
        await endOthers()
        return '其他设备已全部退出登录'
      })
  }
  return (
    <Panel
      flush
      title="登录设备"
      extra={data.length > 1 && <Button onClick={() => void endAll()}>退出其他全部设备</Button>}
    >
      <ul className="personal-rows">
        {data.map((device) => (
          <li key={device.id}>
            <div>
              <b>{deviceWords(device.agent)}</b>
              {device.current && <span className="personal-here">本机</span>}
              {device.ended && <span className="x-soft x-dense">　已自动退出：同时登录的设备过多</span>}
              <p className="x-soft x-dense">
                {device.identity}　IP {device.ip}
              </p>
              <p className="x-faint x-dense">
                {listTime(device.signed_in_at)} 登录，{listTime(device.last_seen_at)} 最后使用
              </p>
            </div>
            {!device.current && !device.ended && (
              <Button
                aria-label={`退出${deviceWords(device.agent)}，${listTime(device.signed_in_at)} 登录`}
                onClick={() => end(device)}
              >
                退出这台
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="x-note x-faint personal-list-foot">
        半小时不操作会自动退出。有不认识的设备，请先退出它，再修改密码。
      </p>
    </Panel>
  )
}
