import { useState } from 'react'
import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import { purposeWords, sizeWords } from '../../engine/exports/words.ts'
import { useExportAct } from '../../engine/exports/use-exports.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'

const about = (job: ExportJob) => `，${job.title}，编号 ${job.id}`

/** What the reader may do with a file now. */
export function ExportActs({ job }: { job: ExportJob }) {
  const { mutate, isPending } = useExportAct()
  const [refusing, setRefusing] = useState(false)
  const agree = async () => {
    const text = [
      `${job.office}的${job.askedBy}导出${job.title}：${sizeWords(job)}，${job.scope}。`,
      `用途：${purposeWords(job)}。`,
      job.full.length > 0 ? `${job.full.join('、')}完整显示。` : '敏感内容脱敏显示。',
      '同意后即生成，名单中的人可以看到本次导出。',
    ].join('\n')
    if (await confirm({ title: '同意该导出？', text, ok: '同意导出' })) mutate({ job, act: 'agree' })
  }
  const cancel = async () => {
    const text = job.state === 'approval' ? '申请将撤销，不再等待第二人同意。' : '文件不再生成。'
    if (await confirm({ title: '取消该导出？', text, ok: '取消导出' })) mutate({ job, act: 'cancel' })
  }
  return (
    <span className="exports-acts">
      {job.can.includes('download') && (
        <Button
          look="primary"
          icon="download"
          busy={isPending}
          onClick={() => mutate({ job, act: 'download' })}
        >
          下载<span className="x-hidden">{about(job)}</span>
        </Button>
      )}
      {job.can.includes('agree') && (
        <Button look="primary" busy={isPending} onClick={() => void agree()}>
          同意<span className="x-hidden">{about(job)}</span>
        </Button>
      )}
      {job.can.includes('refuse') && (
        <Button onClick={() => setRefusing(true)}>
          不同意<span className="x-hidden">{about(job)}</span>
        </Button>
      )}
      {job.can.includes('cancel') && (
        <Button busy={isPending} onClick={() => void cancel()}>
          取消<span className="x-hidden">{about(job)}</span>
        </Button>
      )}
      {refusing && (
        <ReasonDialog
          question={{
            title: '不同意该导出',
            text: `${job.askedBy}会看到您写的原因。`,
            ok: '不同意',
            label: '不同意的原因',
          }}
          busy={isPending}
          onAnswer={(reason) => {
            setRefusing(false)
            if (reason !== null) mutate({ job, act: 'refuse', reason })
          }}
        />
      )}
    </span>
  )
}
