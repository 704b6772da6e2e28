import type { ListedLine } from '../../../catalogue/contract/library.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { bytes } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Collect } from './collect.tsx'
import { useManyItems } from './use-library.ts'

/** Most files that a browser is given at once; for more there is the pack of a chapter. */
const mostFiles = 10

/** The acts on the chosen resources: keeping, collecting, downloading. */
export function BatchBar({ lines, onClear }: { lines: readonly ListedLine[]; onClear: () => void }) {
  const { keep, download } = useManyItems()
  if (lines.length === 0) return null
  const size = lines.reduce((sum, line) => sum + (line.bytes ?? 0), 0)
  const ids = lines.map(({ id }) => id)
  const loose = lines.filter(({ kept }) => !kept).map(({ id }) => id)
  const done = (verb: string) => ({
    onSuccess: (count: number) => notify.success(`已${verb} ${count} 件`),
    onError: (fault: unknown) => notify.warn(sentenceOf(fault)),
  })
  return (
    <StickyBar
      note={
        <>
          <b>已选 {lines.length} 件</b>
          {size > 0 && <span className="x-soft">　共 {bytes(size)}</span>}
        </>
      }
    >
      <Button look="text" onClick={onClear}>
        清除
      </Button>
      <Button
        icon="star"
        busy={keep.isPending}
        disabled={loose.length === 0}
        onClick={() => keep.mutate(loose, done('收藏'))}
      >
        {loose.length === lines.length ? '收藏' : `收藏 ${loose.length} 件`}
      </Button>
      <Collect ids={ids} />
      <Button
        look="primary"
        icon="download"
        busy={download.isPending}
        disabled={lines.length > mostFiles}
        onClick={() => download.mutate(ids, done('开始下载'))}
      >
        {lines.length > mostFiles ? `一次最多下载 ${mostFiles} 件` : '下载'}
      </Button>
    </StickyBar>
  )
}
