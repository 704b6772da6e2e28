import { useEffect, useState } from 'react'
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Button } from '../ui/forms/button.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { useInView } from './in-view.ts'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href

/** Sharper than the screen, so that a certificate number can be read after zooming. */
const sharpness = 2
/** Pages laid out at first, and with each further step; each is drawn when it comes near the screen. */
const step = 30

/**
 * A PDF drawn page by page: frames are refused by the content security policy, and a PDF may carry scripts.
 */
export function PdfPages({
  address,
  name,
  zoom,
  turn,
}: {
  address: string
  name: string
  zoom: number
  turn: number
}) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [most, setMost] = useState(step)
  useEffect(() => {
    const loading = getDocument({ url: address, isEvalSupported: false })
    loading.promise.then(setPdf, (error: unknown) =>
      setFault(
        error instanceof Error && error.name === 'PasswordException'
          ? '文件设了打开密码，请下载后输入密码打开。'
          : '文件可能损坏，请下载后打开。',
      ),
    )
    return () => void loading.destroy()
  }, [address])
  if (fault !== null) return <ErrorBox title={`“${name}”打不开`} detail={fault} />
  if (!pdf) return <Skeleton lines={5} />
  const shown = Math.min(pdf.numPages, most)
  return (
    <div className="xv-pdf">
      {Array.from({ length: shown }, (_, i) => (
        <PdfPage key={i} pdf={pdf} number={i + 1} zoom={zoom} turn={turn} />
      ))}
      <p className="x-note x-faint">
        共 {pdf.numPages} 页{pdf.numPages > shown && `，这里显示前 ${shown} 页`}
      </p>
      {pdf.numPages > shown && (
        <Button onClick={() => setMost(most + step)}>再显示 {Math.min(step, pdf.numPages - shown)} 页</Button>
      )}
    </div>
  )
}

function PdfPage({
  pdf,
  number,
  zoom,
  turn,
}: {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  turn: number
}) {
  const { ref: canvas, seen } = useInView<HTMLCanvasElement>()
  useEffect(() => {
    if (!seen) return
    let stop = () => {}
    let gone = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      const target = canvas.current
      if (gone || !target) return
      const viewport = page.getViewport({ scale: sharpness, rotation: page.rotate + turn })
      target.width = viewport.width
      target.height = viewport.height
      const task = page.render({ canvas: target, viewport })
      stop = () => task.cancel()
      await task.promise
    }
    // A cancelled drawing rejects; the next one is on its way.
    draw().catch(() => undefined)
    return () => {
      gone = true
      stop()
    }
  }, [pdf, number, turn, seen, canvas])
  return (
    <figure aria-label={`第 ${number} 页`} style={{ width: `${zoom * 100}%` }}>
      {/* As high as a page before it is drawn, so that the others wait below. */}
      <canvas ref={canvas} width={595} height={842} />
    </figure>
  )
}
