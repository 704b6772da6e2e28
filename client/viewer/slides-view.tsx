import { useEffect, useState, type CSSProperties } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { useInView } from './in-view.ts'
import { deckOf, slideOf, type Box, type Deck, type Paragraph, type Shape, type Slide } from './slides.ts'
import { partsOf, type Parts } from './zip.ts'

/** A presentation as text, tables and pictures where they stand; drawings, charts and movement are not drawn. */
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
      <p className="x-soft x-dense">共 {deck.deck.slides.length} 张。这里显示文字、表格和图片，图表和动画请下载后查看。</p>
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
      <div className="xv-slide" style={{ aspectRatio: String(deck.ratio), ...(slide?.background && { background: slide.background }) }}>
        {failed && <p>这一张显示不了，请下载后查看。</p>}
        {slide?.shapes.map((shape, i) => (
          // A slide that was read does not change.
          <OneShape key={`${shape.kind} ${i + 1}`} shape={shape} deck={deck} parts={parts} />
        ))}
      </div>
    </li>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`
const placed = ({ x, y, w, h, turn }: Box): CSSProperties => ({ left: percent(x), top: percent(y), width: percent(w), height: percent(h), ...(turn && { transform: `rotate(${turn}deg)` }) })

function OneShape({ shape, deck, parts }: { shape: Shape; deck: Deck; parts: Parts }) {
  if (shape.kind === 'picture') return <Picture shape={shape} parts={parts} />
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
                <td key={`cell ${c + 1}`} colSpan={cell.across} rowSpan={cell.down} style={cell.fill ? { background: cell.fill } : {}}>
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
    <div className="xv-shape" style={{ ...placed(shape.box), justifyContent: shape.anchor, ...(shape.fill && { background: shape.fill }), ...(shape.line && { border: `1px solid ${shape.line}` }) }}>
      <Text of={shape.paragraphs} deck={deck} />
    </div>
  )
}

function Text({ of, deck }: { of: readonly Paragraph[]; deck: Deck }) {
  return of.map(({ align, level, bullet, runs }, i) => (
    <p key={`p ${i + 1}`} style={{ textAlign: align, paddingInlineStart: `${(bullet ? 2 : 0) + level * 2}cqw` }} {...(bullet && { className: 'xv-bullet' })}>
      {runs.map((run, n) => (
        <span
          key={`r ${n + 1}`}
          style={{ ...(run.size > 0 && { fontSize: `${((run.size / deck.points) * 100).toFixed(3)}cqw` }), ...(run.bold && { fontWeight: 700 }), ...(run.italic && { fontStyle: 'italic' }), ...(run.colour && { color: run.colour }) }}
        >
          {run.text}
        </span>
      ))}
    </p>
  ))
}

const pictures: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', bmp: 'image/bmp' }

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
