import { useState } from 'react'
import type { IndexPreview, OwnTextbook } from '../../../catalogue/contract/curriculum.ts'
import { download } from '../../platform/api/download.ts'
import { upload } from '../../platform/api/upload.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ownUrl, useTextbookActs } from './use-textbooks.ts'

type Change = IndexPreview['changes'][number] & { readonly at: number }
const names = { new: '新增', changed: '改动', ended: '停用', same: '不变' } as const

const columns: readonly LineColumn<Change>[] = [
  {
    key: 'title',
    title: '章节',
    wide: true,
    render: ({ level, no, title }) => `${'　'.repeat(level - 1)}${no} ${title}`,
  },
  { key: 'change', title: '变化', render: ({ change }) => names[change] },
  {
    key: 'before',
    title: '现在',
    render: ({ before, change }) => (change === 'changed' ? (before ?? '') : ''),
  },
  { key: 'uses', title: '在用', figure: true, render: ({ uses }) => (uses === 0 ? '–' : `${uses} 件`) },
]

/** One own textbook: its workbook out, and in with a preview. */
export function TextbookPart({ book, onClose }: { book: OwnTextbook; onClose: () => void }) {
  const { preview, apply } = useTextbookActs()
  const { busy, faults, run } = useAct([])
  const [seen, setSeen] = useState<{ readonly fileId: string; readonly plan: IndexPreview } | null>(null)
  const take = (file: File) =>
    run(async () => {
      const { id } = await upload(file)
      setSeen({ fileId: id, plan: await preview(book.id, id) })
    })
  const carryOut = (fileId: string, mark: string) =>
    run(async () => {
      await apply(book.id, { fileId, seen: mark })
      notify.success('目录已更新')
      setSeen(null)
    })
  return (
    <Panel
      title={book.title}
      extra={
        <Button look="text" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <p className="x-soft">
        下载表格，改好再选回来：“系统号”不要改，新增的行不填；“层级”从 1
        起；有资源、试题在用的章节不能删去，停用要写由哪一章接替。
      </p>
      <div className="curriculum-acts">
        <Button
          icon="download"
          busy={busy}
          onClick={() =>
            void run(() => download(`${ownUrl}/${book.id}/workbook`, {}, `${book.title}目录.xlsx`))
          }
        >
          下载表格
        </Button>
        <FileButton label="选择改好的表格" accept=".xlsx" busy={busy} onTake={(file) => void take(file)} />
      </div>
      {faults['form'] !== undefined && <ErrorBox title="该表格办理失败" detail={faults['form']} />}
      {seen && (
        <Preview
          plan={seen.plan}
          busy={busy}
          onApply={() => void carryOut(seen.fileId, seen.plan.seen)}
          onDrop={() => setSeen(null)}
        />
      )}
    </Panel>
  )
}

function Preview({
  plan,
  busy,
  onApply,
  onDrop,
}: {
  plan: IndexPreview
  busy: boolean
  onApply: () => void
  onDrop: () => void
}) {
  const count = (change: Change['change']) => plan.changes.filter((one) => one.change === change).length
  const changes = plan.changes.map((one, at) => ({ ...one, at })).filter(({ change }) => change !== 'same')
  return (
    <section aria-label="预览">
      <p aria-live="polite">
        {`新增 ${count('new')}，改动 ${count('changed')}，停用 ${count('ended')}，不变 ${count('same')}`}
      </p>
      {plan.faults.length > 0 && (
        <ErrorBox
          title={`有 ${plan.faults.length} 处要先改表格`}
          detail={plan.faults
            .slice(0, 20)
            .map(({ row, message }) => (row === null ? message : `第 ${row} 行：${message}`))
            .join('；')}
        />
      )}
      {changes.length === 0 ? (
        <Empty text="表格与现在的目录相同。" />
      ) : (
        <LineTable
          label="目录的变化"
          lines={changes}
          columns={columns}
          keyOf={({ at }) => String(at)}
          stale={false}
          testId="index-change"
        />
      )}
      <div className="curriculum-acts">
        <Button
          look="primary"
          busy={busy}
          disabled={plan.faults.length > 0 || changes.length === 0}
          onClick={onApply}
        >
          按预览更新目录
        </Button>
        <Button onClick={onDrop}>取消</Button>
      </div>
    </section>
  )
}
