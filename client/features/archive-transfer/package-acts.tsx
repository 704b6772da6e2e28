import { useState } from 'react'
import type { PackageJob } from '../../../catalogue/contract/archive-transfer.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { usePackageAct } from './use-packages.ts'

/** What the reader may do with a package now. */
export function PackageActs({ job }: { job: PackageJob }) {
  const { mutate, isPending } = usePackageAct()
  const [open, setOpen] = useState<'refuse' | 'receive' | null>(null)
  const about = <span className="x-hidden">{`，${job.title}，编号 ${job.id}`}</span>
  const agree = async () => {
    const text = [
      `${job.office}的${job.askedBy}申请制作${job.title}移交包：${job.records} 件，${job.people} 人。`,
      '含整份档案；同意后即生成，档案本人可以看到。',
    ].join('\n')
    if (await confirm({ title: '同意制作移交包？', text, ok: '同意制作' })) mutate({ job, act: 'agree' })
  }
  const cancel = async () => {
    const text = '申请撤销，移交包不再生成。'
    if (await confirm({ title: '取消该移交包？', text, ok: '取消移交包' })) mutate({ job, act: 'cancel' })
  }
  return (
    <span className="transfer-acts">
      {job.can.includes('download') && (
        <Button
          look="primary"
          icon="download"
          busy={isPending}
          onClick={() => mutate({ job, act: 'download' })}
        >
          下载{about}
        </Button>
      )}
      {job.can.includes('receive') && <Button onClick={() => setOpen('receive')}>登记移交回执{about}</Button>}
      {job.can.includes('agree') && (
        <Button look="primary" busy={isPending} onClick={() => void agree()}>
          同意{about}
        </Button>
      )}
      {job.can.includes('refuse') && <Button onClick={() => setOpen('refuse')}>不同意{about}</Button>}
      {job.can.includes('cancel') && (
        <Button busy={isPending} onClick={() => void cancel()}>
          取消{about}
        </Button>
      )}
      {open === 'receive' && <ReceiptDialog job={job} onClose={() => setOpen(null)} />}
      {open === 'refuse' && (
        <ReasonDialog
          question={{
            title: '不同意制作移交包',
            text: `${job.askedBy}会看到您写的原因。`,
            ok: '不同意',
            label: '不同意的原因',
          }}
          busy={isPending}
          onAnswer={(reason) => {
            setOpen(null)
            if (reason !== null) mutate({ job, act: 'refuse', reason })
          }}
        />
      )}
    </span>
  )
}
