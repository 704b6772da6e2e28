import { Link } from 'react-router'
import type { Packet, PacketLine } from '../../../catalogue/contract/review/packets.ts'
import { packetPath, points } from './words.ts'

interface ScoredLine extends PacketLine {
  readonly total: number
}

/** Packets of the round whose scores are shown as the nearest. */
const mostNear = 2

/**
 * The total of this packet among the expert's own totals of the round. No other expert's score is known here.
 */
export function OwnScale({ packet, total }: { packet: Packet; total: number | null }) {
  const others = packet.own.filter(
    (line): line is ScoredLine => line.total !== null && line.id !== packet.id && line.state !== 'avoided',
  )
  if (others.length === 0) return null
  const totals = others.map((line) => line.total)
  const lowest = Math.min(...totals, total ?? Infinity)
  const from = Math.min(50, Math.floor(lowest / 1000) * 10)
  const place = (hundredths: number) => `${(100 * (hundredths / 100 - from)) / (100 - from)}%`
  const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length
  const near =
    total === null
      ? []
      : others.toSorted((a, b) => Math.abs(a.total - total) - Math.abs(b.total - total)).slice(0, mostNear)
  return (
    <section className="er-scale" aria-label="尺度对照">
      <p>
        <b>尺度对照</b>
        {'　'}
        <span className="x-faint x-note">只与本人已评的 {others.length} 份对照，不显示其他专家评分</span>
      </p>
      <div className="er-axis" aria-hidden>
        {others.map((line) => (
          <i key={line.id} style={{ left: place(line.total) }} />
        ))}
        {total !== null && <i className="er-axis-now" style={{ left: place(total) }} />}
        <span>{from}</span>
        <span>100</span>
      </div>
      <p className="x-soft x-note">
        我的均分 {(mean / 100).toFixed(1)}
        {total !== null && <>，本份 {points(total)}</>}
        {near.length > 0 && '，最接近 '}
        {near.map((line) => (
          <Link key={line.id} to={packetPath(line.id)}>
            第 {line.no} 份 {points(line.total)}
          </Link>
        ))}
      </p>
    </section>
  )
}
