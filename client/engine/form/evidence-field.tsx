import Drawer from 'antd/es/drawer'
import { lazy, Suspense, useCallback, useRef, useState, type DragEvent } from 'react'
import type { Attachments } from '../../../catalogue/define.ts'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { bytes } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FileImage } from '../evidence/file-image.tsx'
import { limitsSentence } from '../evidence/limits.ts'
import { controlId } from './focus-field.ts'
import { useUploads, type Transfer } from './use-uploads.ts'

const EvidenceViewer = lazy(async () => ({
  default: (await import('../evidence/evidence-viewer.tsx')).EvidenceViewer,
}))

const FromPhone = lazy(async () => ({ default: (await import('./from-phone.tsx')).FromPhone }))

/** The evidence of a record: its files, the uploads under way, and the place for more. */
export function EvidenceField(props: {
  limits: Attachments
  files: readonly FileRef[]
  /** Ids of the effective value’s files: all others are marked as new. */
  before: readonly string[]
  fault?: string | undefined
  reason?: string | undefined
  onChange: (change: (files: readonly FileRef[]) => readonly FileRef[]) => void
}) {
  const { limits, files, before, fault, reason, onChange } = props
  const [open, setOpen] = useState<string | null>(null)
  const take = useCallback(
    (file: FileRef) => onChange((all) => (all.some(({ id }) => id === file.id) ? all : [...all, file])),
    [onChange],
  )
  const uploads = useUploads(limits, limits.maxCount - files.length, take)
  const full = files.length + uploads.transfers.filter((one) => one.fault === null).length >= limits.maxCount
  return (
    <section className="xr-section xr-evidence" data-testid="evidence-field">
      <h2 id="evidence-title">
        佐证材料<span className="x-faint x-dense">{limitsSentence(limits)}</span>
      </h2>
      {fault && (
        <p className="xr-fault" id="evidence-fault">
          {fault}
        </p>
      )}
      {reason && (
        <p className="xr-return-reason">
          <b>退回意见</b>　{reason}
        </p>
      )}
      <ul className="xr-files" aria-labelledby="evidence-title">
        {files.map((file, i) => (
          <li key={file.id} className="xr-file">
            <button
              type="button"
              className="xr-file-open"
              aria-label={`查看 ${file.name}`}
              onClick={() => setOpen(file.id)}
            >
              <FileImage id={file.id} alt="" />
            </button>
            <p>
              <b>
                {i + 1}　{file.name}
              </b>
            </p>
            <p className="x-faint">
              {before.length > 0 && !before.includes(file.id) && '本次新加，'}
              {bytes(file.bytes)}
              <Button
                look="text"
                aria-label={`移除 ${file.name}`}
                onClick={() => onChange((all) => all.filter(({ id }) => id !== file.id))}
              >
                移除
              </Button>
            </p>
          </li>
        ))}
        {uploads.transfers.map((one) => (
          <TransferItem
            key={one.key}
            transfer={one}
            onRetry={() => uploads.retry(one)}
            onCancel={() => uploads.cancel(one)}
          />
        ))}
        {!full && (
          <li>
            <DropZone
              accept={limits.accept}
              describedBy={fault ? 'evidence-title evidence-fault' : 'evidence-title'}
              onFiles={uploads.add}
            />
          </li>
        )}
      </ul>
      {!full && <Camera limits={limits} onFiles={uploads.add} onFile={take} />}
      <output>
        {uploads.refusals.map((text) => (
          <span key={text} className="xr-fault xr-line">
            {text}
          </span>
        ))}
      </output>
      <Drawer open={open !== null} onClose={() => setOpen(null)} title="佐证材料" size={760} destroyOnHidden>
        <Suspense fallback={<Skeleton />}>
          <EvidenceViewer files={files} open={open ?? undefined} onOpen={setOpen} />
        </Suspense>
      </Drawer>
    </section>
  )
}

/** Straight from the camera: of this phone, or, at a desk, of the phone that scans a code. */
function Camera(props: {
  limits: Attachments
  onFiles: (files: readonly File[]) => void
  onFile: (file: FileRef) => void
}) {
  const { limits, onFiles, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const received = useCallback(
    (file: FileRef) => {
      setAsking(false)
      onFile(file)
    },
    [onFile],
  )
  if (!limits.accept.includes('jpg')) return null
  return (
    <p className="xr-camera">
      <Button className="xr-on-phone" onClick={() => input.current?.click()}>
        拍照上传
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        data-testid="evidence-camera"
        aria-label="拍照上传"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button className="xr-at-desk" onClick={() => setAsking(true)}>
        用手机拍照上传
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <FromPhone onFile={received} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </p>
  )
}

function TransferItem({
  transfer,
  onRetry,
  onCancel,
}: {
  transfer: Transfer
  onRetry: () => void
  onCancel: () => void
}) {
  const { file, share, fault } = transfer
  const percent = Math.round(share * 100)
  return (
    <li className="xr-file xr-transfer">
      <span className="xr-thumb xr-thumb-sign">
        <Icon name={fault ? 'warn' : 'upload'} />
      </span>
      <p>
        <b>{file.name}</b>
      </p>
      {fault ? (
        <p className="xr-fault" role="alert">
          {fault}
        </p>
      ) : (
        <progress value={percent} max={100} aria-label={`正在上传 ${file.name}`} />
      )}
      <p>
        {!fault && <span className="x-faint x-num">{percent}% </span>}
        {fault && (
          <Button look="text" onClick={onRetry}>
            再传一次
          </Button>
        )}
        <Button look="text" onClick={onCancel}>
          {fault ? '放弃' : '取消上传'}
        </Button>
      </p>
    </li>
  )
}

function DropZone({
  accept,
  describedBy,
  onFiles,
}: {
  accept: readonly string[]
  describedBy: string
  onFiles: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={over ? 'xr-drop xr-over' : 'xr-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button
        type="button"
        id={controlId('attachments')}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        <Icon name="add" />
        拖到这里或点击上传
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="evidence-input"
        accept={accept.map((kind) => `.${kind}`).join(',')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
