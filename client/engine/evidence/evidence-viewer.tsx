import { lazy, Suspense, useState } from 'react'
import type { FileRef } from '../../../catalogue/contract/records.ts'
import { isOfficeFile } from '../../../catalogue/kinds/file-types.ts'
import { bytes } from '../../platform/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFileAddress } from './addresses.ts'
import { EvidenceStrip } from './evidence-strip.tsx'
import { OfficeFile } from './office-file.tsx'
import './evidence.css'

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages.tsx')).PdfPages }))

const largest = 4

/** Evidence in place: one file large, the others as a strip. Pictures zoom and turn; a PDF comes page by page. */
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
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const step = (by: number) => setZoom((now) => Math.min(largest, Math.max(1, now + by)))
  return (
    <>
      <div className="xr-viewer-bar">
        <b>
          {place}　{file.name}
        </b>
        <span className="x-faint x-note">{bytes(file.bytes)}</span>
        <span className="xr-viewer-tools" hidden={isOfficeFile(file.mime)}>
          <button
            type="button"
            aria-label="放大"
            title="放大"
            disabled={zoom >= largest}
            onClick={() => step(0.5)}
          >
            <Icon name="zoom" />
          </button>
          <button
            type="button"
            aria-label="缩小"
            title="缩小"
            disabled={zoom <= 1}
            onClick={() => step(-0.5)}
          >
            <svg className="x-icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.8 15.8L20 20M8.5 11h5" />
            </svg>
          </button>
          <button
            type="button"
            aria-label="旋转"
            title="旋转"
            onClick={() => setTurn((now) => (now + 90) % 360)}
          >
            <Icon name="rot" />
          </button>
        </span>
      </div>
      <Content file={file} zoom={zoom} turn={turn} />
    </>
  )
}

function Content({ file, zoom, turn }: { file: FileRef; zoom: number; turn: number }) {
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
  if (isOfficeFile(file.mime)) return <OfficeFile file={file} address={data.url} />
  return (
    // Takes the focus, because what is zoomed has to be scrolled by keyboard too.
    <section className="xr-viewer-stage" tabIndex={0} aria-label={`${file.name}，可滚动`}>
      {file.mime === 'application/pdf' ? (
        <Suspense fallback={<Skeleton lines={5} />}>
          <PdfPages address={data.preview_url} name={file.name} zoom={zoom} turn={turn} />
        </Suspense>
      ) : (
        <img
          src={data.preview_url}
          alt={file.name}
          onError={() => void refetch()}
          style={{ width: `${zoom * 100}%`, transform: `rotate(${turn}deg)` }}
        />
      )}
    </section>
  )
}
