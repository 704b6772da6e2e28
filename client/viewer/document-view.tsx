import { useEffect, useRef, useState } from 'react'
import { pageNonce } from '../platform/page-nonce.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ChartDrawing, ChartNumbers } from './charts/chart-view.tsx'
import { chartsInDocument, type Chart } from './charts/chart.ts'
import { judgePackage, partsOf } from './zip.ts'

const allowed = /^data:image\/(png|jpeg|gif|bmp|webp);base64,/

const leadsAway = (name: string, value: string): boolean =>
  /^(on|xlink:|srcset|action|formaction|ping|background|poster|srcdoc)/i.test(name) ||
  (/^href$/i.test(name) && !value.startsWith('#'))

const loads = (name: string, value: string): boolean =>
  (/^src$/i.test(name) && !allowed.test(value)) ||
  (name === 'style' && /url\(|expression|@import/i.test(value))

/**
 * Takes from a drawn document whatever would load, lead away or run. The frame it goes into runs nothing
 * anyway; this keeps it quiet.
 */
export function harmless(node: Node): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return node
  if (!(node instanceof Element)) return null
  if (
    /^(script|iframe|object|embed|link|meta|base|form|input|button|video|audio|source|foreignobject|use|animate|set)$/i.test(
      node.localName,
    )
  )
    return null
  for (const { name, value } of Array.from(node.attributes))
    if (leadsAway(name, value) || loads(name, value)) node.removeAttribute(name)
  if (node.localName === 'style') {
    // Bullets stand in the private letters of fonts that few computers have.
    node.textContent = (node.textContent ?? '')
      .replaceAll(/url\([^)]*\)|@import[^;]*;?/gi, '')
      .replaceAll(/\p{Co}|\\[ef][0-9a-f]{3}\b/giu, '•')
    if (pageNonce !== undefined) node.setAttribute('nonce', pageNonce)
  }
  for (const child of Array.from(node.childNodes)) if (!harmless(child)) child.remove()
  return node
}

const plain = [
  "html { background: transparent } body { margin: 0; font-family: 'Noto Serif CJK SC', SimSun, serif }",
  '.docx-wrapper { background: transparent !important; padding: 0 !important; align-items: center !important }',
  '.docx-wrapper > section { box-shadow: none !important; margin-bottom: 8px !important }',
  '.docx-wrapper > section { background: #fff; color: #000 }',
].join('\n')

/** A Word document, drawn page by page into a frame in which nothing runs. */
export function DocumentView({
  file,
  name,
  onFail,
}: {
  file: ArrayBuffer
  name: string
  onFail: () => void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [drawn, setDrawn] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const [charts, setCharts] = useState<readonly Chart[]>([])
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!inner || !loaded) return
    let gone = false
    const fit = () => {
      const outer = frame.current
      const sheet = inner.querySelector<HTMLElement>('.docx-wrapper > section')
      if (!outer || !sheet) return
      // The page's own width, so that it is seen whole on a phone.
      inner.body.style.setProperty('zoom', '1')
      const wide = sheet.offsetWidth
      inner.body.style.setProperty('zoom', String(Math.min(1, outer.clientWidth / wide)))
      outer.style.height = `${Math.ceil(inner.body.getBoundingClientRect().height) + 16}px`
    }
    const draw = async () => {
      await judgePackage(file)
      const { parseAsync, renderDocument } = await import('docx-preview')
      const options = {
        inWrapper: true,
        ignoreFonts: true,
        useBase64URL: true,
        renderAltChunks: false,
        renderComments: false,
        experimental: false,
        ignoreLastRenderedPageBreak: false,
      }
      const nodes = await renderDocument(await parseAsync(file, options), options)
      if (gone) return
      const style = inner.createElement('style')
      if (pageNonce !== undefined) style.nonce = pageNonce
      style.textContent = plain
      inner.head.replaceChildren(style)
      inner.body.replaceChildren(...nodes.flatMap((node) => harmless(node) ?? []))
      inner.documentElement.lang = 'zh-CN'
      inner.title = name
      setDrawn(true)
      const found = await chartsInDocument(partsOf(file)).catch(() => [])
      if (!gone) setCharts(found)
      fit()
    }
    draw().catch(() => !gone && onFail())
    addEventListener('resize', fit)
    return () => {
      gone = true
      removeEventListener('resize', fit)
    }
  }, [file, name, loaded, onFail])
  return (
    <>
      {!drawn && <Skeleton lines={8} />}
      <iframe
        ref={frame}
        className="xv-document"
        title={`${name} 的内容`}
        sandbox="allow-same-origin"
        srcDoc="<!doctype html><html lang='zh-CN'><head><title>文件内容</title></head><body></body></html>"
        onLoad={() => setLoaded(true)}
      />
      {charts.length > 0 && (
        <section className="xv-charts" aria-label="文中的图表">
          <p className="x-soft x-dense">文中有 {charts.length} 张图表，按出现的先后画在这里：</p>
          {charts.map((chart, i) => (
            // A document that was read does not change.
            <div key={`${chart.title} ${i + 1}`}>
              <ChartDrawing chart={chart} />
              <ChartNumbers chart={chart} />
            </div>
          ))}
        </section>
      )}
    </>
  )
}
