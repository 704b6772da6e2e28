import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { ExportMark } from './export-mark.tsx'
import { isUnderWay, useExport, useExportAct } from './use-exports.ts'
import { exportsPath } from './words.ts'

/** Progress and result of one export. It stays on the page of exports after the dialog is closed. */
export function ExportOutcome({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: job, error } = useExport(id)
  const { mutate, isPending } = useExportAct()
  return (
    <>
      <div className="xe-body" aria-live="polite" data-testid="export-outcome">
        {error && !job && <p className="xr-fault">{sentenceOf(error)}</p>}
        {!job && !error && <Skeleton lines={2} />}
        {job && (
          <>
            <ExportMark job={job} />
            <p className="x-soft x-dense">{wayOn(job)}</p>
          </>
        )}
      </div>
      <footer>
        {job?.can.includes('cancel') && (
          <Button busy={isPending} onClick={() => mutate({ job, act: 'cancel' })}>
            取消导出
          </Button>
        )}
        <ButtonLink to={exportsPath} onClick={onClose}>
          导出记录
        </ButtonLink>
        {job?.can.includes('download') && (
          <Button busy={isPending} onClick={() => mutate({ job, act: 'download' })}>
            再次下载
          </Button>
        )}
        <Button look="primary" data-first-focus="" onClick={onClose}>
          {job && isUnderWay(job) ? '关闭，生成后通知我' : '完成'}
        </Button>
      </footer>
    </>
  )
}

function wayOn(job: ExportJob): string {
  if (job.state === 'approval') return '已通知可以同意的人；结果会用站内消息告诉您，也可以在导出记录里查看。'
  if (job.state === 'ready') return '文件已下载到浏览器；七天内可以在导出记录里再次下载。'
  if (isUnderWay(job)) return '可以离开这一页，文件生成后会用站内消息通知您。'
  return '可以在导出记录里查看。'
}
