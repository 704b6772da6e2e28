import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askUnfinished, giveUp } from '../../platform/api/upload-in-parts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import type { FileOnTheWay } from './use-sending.ts'

/** State of an upload in words. */
function stateOf({ share, isHeld, isWaiting }: FileOnTheWay): string {
  const percent = `${Math.floor(share * 100)}%`
  if (isHeld) return `已暂停，已传 ${percent}`
  if (isWaiting) return `网络断开，已传 ${percent}，恢复后自动接着传`
  return share < 1 ? `正在上传 ${percent}` : '正在保存…'
}

/** An upload under way: its progress, with buttons to pause and cancel. */
export function Sending(props: FileOnTheWay & { onHold: (isHeld: boolean) => void; onStop: () => void }) {
  const { name, share, isHeld, onHold, onStop } = props
  return (
    <span className="xr-held-file">
      <Meter percent={Math.min(99, Math.floor(share * 100))} label={`上传 ${name}`} />
      <output className="x-soft x-num">{stateOf(props)}</output>
      {share < 1 && (
        <Button look="text" onClick={() => onHold(!isHeld)}>
          {isHeld ? '继续上传' : '暂停'}
        </Button>
      )}
      <Button look="text" onClick={onStop}>
        取消上传
      </Button>
    </span>
  )
}

const unfinishedKey = ['unfinished uploads']

/** Interrupted uploads. Choosing the same file again resumes one. */
export function UnfinishedUploads() {
  const cache = useQueryClient()
  const { data = [] } = useQuery({ queryKey: unfinishedKey, queryFn: askUnfinished, staleTime: 0 })
  const remove = async (id: string) => {
    await giveUp(id).catch(() => undefined)
    await cache.invalidateQueries({ queryKey: unfinishedKey })
  }
  return data.map(({ id, name, bytes, received }) => (
    <p key={id} className="x-note x-soft">
      “{name}”上次传到 {Math.floor((received / bytes) * 100)}%，重新选择该文件会接着传。
      <Button look="text" aria-label={`删除没有传完的 ${name}`} onClick={() => void remove(id)}>
        删除
      </Button>
    </p>
  ))
}
