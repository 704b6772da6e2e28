import { useState } from 'react'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { viewOf } from '../../../catalogue/kinds/file-types.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FileView } from '../../viewer/file-view.tsx'
import { useFileAddress } from './addresses.ts'
import { EvidenceStrip } from './evidence-strip.tsx'
import './evidence.css'

/**
 * Evidence in place: one file large, the others as a strip. Pictures zoom and turn; a PDF comes page by page.
 */
export function EvidenceViewer({
  files,
  open,
  onOpen,
}: {
  files: readonly FileRef[]
  open?: string | undefined
  onOpen?: (id: string) => void
}) {
  const [own, setOwn] = useState<string | undefined>()
  const current = files.find((file) => file.id === (open ?? own)) ?? files[0]
  if (!current) return <Empty text="没有佐证材料" />
  const choose = (file: FileRef) => {
    setOwn(file.id)
    onOpen?.(file.id)
  }
  return (
    <div className="xr-viewer" data-testid="evidence">
      <OneFile key={current.id} file={current} place={files.indexOf(current) + 1} />
      {files.length > 1 && <EvidenceStrip files={files} current={current.id} onOpen={choose} />}
    </div>
  )
}

function OneFile({ file, place }: { file: FileRef; place: number }) {
  const { data, isError, refetch } = useFileAddress(file.id)
  if (isError)
    return (
      <ErrorBox
        title={`“${file.name}”打不开`}
        detail="文件可能还在检查，或网络中断。"
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton lines={5} />
  const viewed = {
    type: viewOf(file.mime),
    name: file.name,
    bytes: file.bytes,
    url: data.preview_url,
    download: data.url,
  }
  return <FileView file={viewed} lead={`${place}　`} onStale={() => void refetch()} />
}
