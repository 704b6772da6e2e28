import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { ViewKind } from '../../catalogue/kinds/file-types.ts'
import { bytes as size } from '../platform/format.ts'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { Icon } from '../ui/look/icon.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { useBytes } from './bytes.ts'
import { Recording } from './recording.tsx'
import './viewer.css'

/** A file with its addresses: `url` is read here, `download` hands it out. */
export interface ViewedFile {
  readonly type: ViewKind
  readonly name: string
  readonly bytes: number
  readonly url: string
  readonly download: string
  /** `url` is a PDF that is made when it is first asked for. */
  readonly converted?: boolean
  /** Captions of a recording, and the picture before a film is played; its first one without. */
  readonly captions?: string | null
  readonly poster?: string | null
}

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages.tsx')).PdfPages }))
const readers = {
  text: lazy(async () => ({ default: (await import('./text-view.tsx')).TextView })),
  zip: lazy(async () => ({ default: (await import('./zip-list.tsx')).ZipList })),
  document: lazy(async () => ({ default: (await import('./document-view.tsx')).DocumentView })),
  sheets: lazy(async () => ({ default: (await import('./sheets/sheets-view.tsx')).SheetsView })),
  slides: lazy(async () => ({ default: (await import('./slides/slides-view.tsx')).SlidesView })),
}

const largest = 4
/** Most bytes that are read into the page to be drawn. */
const mostDrawn = 60 * 1024 * 1024

/**
 * One file in place, read in this browser and nowhere else. `lead` stands before its name, `heading` where
 * the name is a heading.
 */
export function FileView({
  file,
  lead,
  onStale,
}: {
  file: ViewedFile
  lead?: ReactNode
  onStale?: () => void
}) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const step = (by: number) => setZoom((now) => Math.min(largest, Math.max(1, now + by)))
  const turns = file.type === 'image' || file.type === 'pdf'
  return (
    <div className="xv-file">
      <div className="xv-bar">
        <b>
          {lead}
          {file.name}
        </b>
        <span className="x-faint x-note">{size(file.bytes)}</span>
        <span className="xv-tools">
          {turns && (
            <>
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
            </>
          )}
          <a href={file.download} download={file.name} aria-label={`下载 ${file.name}，${size(file.bytes)}`}>
            <Icon name="download" />
            下载
          </a>
        </span>
      </div>
      <Content file={file} zoom={zoom} turn={turn} {...(onStale && { onStale })} />
    </div>
  )
}

function Content({
  file,
  zoom,
  turn,
  onStale,
}: {
  file: ViewedFile
  zoom: number
  turn: number
  onStale?: () => void
}) {
  const { type, url, name } = file
  const [broken, setBroken] = useState(false)
  if (type === 'none')
    return (
      <p className="xv-none">
        这种文件要由服务器转换后才能看，本站没有装转换程序，请下载后用 Word、PowerPoint 或 WPS 打开。
      </p>
    )
  if (type === 'video' || type === 'audio')
    return (
      <Recording
        type={type}
        url={url}
        name={name}
        captions={file.captions ?? null}
        poster={file.poster ?? null}
      />
    )
  if (broken)
    return (
      <ErrorBox title={`“${name}”打开失败`} detail="图片可能损坏，或网络中断，请刷新后再看，或下载后打开。" />
    )
  if (type !== 'image' && type !== 'pdf') return <Read key={url} file={file} type={type} />
  return (
    // Takes the focus, because what is zoomed has to be scrolled by keyboard too.
    <section className="xv-stage" tabIndex={0} aria-label={`${name}，可滚动`}>
      {type === 'pdf' ? (
        <Suspense fallback={<Skeleton lines={5} />}>
          {file.converted && <p className="x-soft x-dense">这里是转换成 PDF 的样子，第一次打开要等几秒。</p>}
          <PdfPages key={url} address={url} name={name} zoom={zoom} turn={turn} />
        </Suspense>
      ) : (
        <img
          src={url}
          alt={name}
          onError={onStale ?? (() => setBroken(true))}
          style={{ width: `${zoom * 100}%`, transform: `rotate(${turn}deg)` }}
        />
      )}
    </section>
  )
}

function Read({ file, type }: { file: ViewedFile; type: keyof typeof readers }) {
  return file.bytes > mostDrawn ? (
    <ErrorBox title={`“${file.name}”太大`} detail="浏览器里显示不了这么大的文件，请下载后打开。" />
  ) : (
    <Drawn file={file} type={type} />
  )
}

function Drawn({ file, type }: { file: ViewedFile; type: keyof typeof readers }) {
  const { bytes, failed } = useBytes(file.url)
  const [broken, setBroken] = useState(false)
  const onFail = useCallback(() => setBroken(true), [])
  const View = readers[type]
  if (failed)
    return <ErrorBox title={`“${file.name}”打开失败`} detail="网络可能中断，或文件已经下架，请刷新后再看。" />
  if (broken)
    return (
      <ErrorBox
        title={`“${file.name}”在这里显示不了`}
        detail="文件可能损坏、加了密码或过大，请下载后打开。"
      />
    )
  if (!bytes) return <Skeleton lines={8} />
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <View file={bytes} name={file.name} onFail={onFail} />
    </Suspense>
  )
}
