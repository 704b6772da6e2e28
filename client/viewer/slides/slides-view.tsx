import { useEffect, useState, type CSSProperties } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useInView } from '../in-view.ts'
import { ChartDrawing, ChartNumbers } from '../charts/chart-view.tsx'
import type { Chart } from '../charts/chart.ts'
import type { Paragraph } from './slide-text.ts'
import type { Box, Shape } from './slide-shapes.ts'
import { deckOf, slideOf, type Deck, type Slide } from './slides.ts'
import { partsOf, type Parts } from '../zip.ts'

/**
 * A presentation as text, tables, charts and pictures where they stand; free drawings and movement are not
 * drawn.
 */
export function SlidesView({ file, onFail }: { file: ArrayBuffer; onFail: () => void }) {
  const [deck, setDeck] = useState<{ parts: Parts; deck: Deck } | null>(null)
  useEffect(() => {
    let gone = false
    const read = async () => {
      const parts = partsOf(file)
      const found = await deckOf(parts)
      if (!gone) setDeck({ parts, deck: found })
    }
    read().catch(() => !gone && onFail())
    return () => {
      gone = true
    }
  }, [file, onFail])
  if (!deck) return <Skeleton lines={8} />
  return (
    <div className="xv-slides">
      <p className="x-soft x-dense">
        共 {deck.deck.slides.length} 张。这里显示文字、表格、图表和图片，动画请下载后查看。
      </p>
      <ol>
        {deck.deck.slides.map((part, i) => (
          <OneSlide key={part} {...deck} part={part} number={i + 1} />
        ))}
      </ol>
    </div>
  )
}

function OneSlide({ parts, deck, part, number }: { parts: Parts; deck: Deck; part: string; number: number }) {
  const { ref, seen } = useInView<HTMLLIElement>()
  const [slide, setSlide] = useState<Slide | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!seen) return
    slideOf(parts, deck, part).then(setSlide, () => setFailed(true))
  }, [seen, parts, deck, part])
  return (
    <li ref={ref} aria-label={`第 ${number} 张`}>
      <div
        className="xv-slide"
        style={{
          aspectRatio: String(deck.ratio),
          ...(slide?.background && { background: slide.background }),
        }}
      >
        {failed && <p>这一张显示不了，请下载后查看。</p>}
        {slide?.shapes.map((shape, i) => (
          // A slide that was read does not change.
          <OneShape
            key={`${shape.kind} ${i + 1}`}
            shape={shape}
            deck={deck}
            parts={parts}
            charts={slide.charts}
          />
        ))}
      </div>
      {[...(slide?.charts ?? [])].map(([of, chart]) => (
        <ChartNumbers key={of} chart={chart} />
      ))}
    </li>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`
const placed = ({ x, y, w, h, turn }: Box): CSSProperties => ({
  left: percent(x),
  top: percent(y),
  width: percent(w),
  height: percent(h),
  ...(turn && { transform: `rotate(${turn}deg)` }),
})

const corners = { no: undefined, corners: '1.2cqw', all: '50%' } as const

function OneShape({
  shape,
  deck,
  parts,
  charts,
}: {
  shape: Shape
  deck: Deck
  parts: Parts
  charts: ReadonlyMap<string, Chart>
}) {
  if (shape.kind === 'picture') return <Picture shape={shape} parts={parts} />
  if (shape.kind === 'line') {
    return (
      <svg
        className="xv-line"
        style={placed(shape.box)}
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line
          x1={0}
          x2={1}
          y1={shape.falling ? 0 : 1}
          y2={shape.falling ? 1 : 0}
          stroke={shape.colour}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    )
  }
  if (shape.kind === 'chart') {
    const chart = charts.get(shape.part)
    return (
      <div style={placed(shape.box)}>
        {chart ? <ChartDrawing chart={chart} /> : <p>该图表显示不了，请下载后查看。</p>}
      </div>
    )
  }
  if (shape.kind === 'table') {
    return (
      <table style={{ ...placed(shape.box), height: 'auto' }}>
        <colgroup>
          {shape.columns.map((share, i) => (
            <col key={`${i} ${share}`} style={{ width: percent(share) }} />
          ))}
        </colgroup>
        <tbody>
          {shape.rows.map((row, r) => (
            <tr key={`row ${r + 1}`}>
              {row.map((cell, c) => (
                <td
                  key={`cell ${c + 1}`}
                  colSpan={cell.across}
                  rowSpan={cell.down}
                  style={cell.fill ? { background: cell.fill } : {}}
                >
                  <Text of={cell.paragraphs} deck={deck} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  return (
    <div
      className="xv-shape"
      style={{
        ...placed(shape.box),
        justifyContent: shape.anchor,
        ...(shape.fill && { background: shape.fill }),
        ...(shape.line && { border: `1px solid ${shape.line}` }),
        borderRadius: corners[shape.round],
      }}
    >
      <Text of={shape.paragraphs} deck={deck} />
    </div>
  )
}

const size = (points: number, deck: Deck): CSSProperties =>
  points > 0 ? { fontSize: `${((points / deck.points) * 100).toFixed(3)}cqw` } : {}

function Text({ of, deck }: { of: readonly Paragraph[]; deck: Deck }) {
  return of.map(({ align, level, bullet, runs }, i) => (
    <p
      key={`p ${i + 1}`}
      style={{ textAlign: align, paddingInlineStart: `${(bullet === null ? 0 : 2.4) + level * 2}cqw` }}
    >
      {bullet !== null && (
        <span className="xv-bullet" style={size(runs[0]?.size ?? 0, deck)}>
          {bullet}
        </span>
      )}
      {runs.map((run, n) => (
        <span
          key={`r ${n + 1}`}
          style={{
            ...size(run.size, deck),
            ...(run.bold && { fontWeight: 700 }),
            ...(run.italic && { fontStyle: 'italic' }),
            ...(run.colour && { color: run.colour }),
          }}
        >
          {run.text}
        </span>
      ))}
    </p>
  ))
}

const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
}

function Picture({ shape, parts }: { shape: Shape & { kind: 'picture' }; parts: Parts }) {
  const [url, setUrl] = useState<string | null>(null)
  const mime = pictures[shape.part.split('.').at(-1)?.toLowerCase() ?? '']
  useEffect(() => {
    let made: string | null = null
    let gone = false
    const read = async () => {
      const bytes = mime === undefined ? null : await parts.bytesOf(shape.part)
      if (gone || !bytes || mime === undefined) return
      made = URL.createObjectURL(new Blob([bytes], { type: mime }))
      setUrl(made)
    }
    read().catch(() => undefined)
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [parts, shape.part, mime])
  return url === null ? null : <img src={url} alt={shape.words} style={placed(shape.box)} />
}
