import type { PairMap } from '../../../catalogue/contract/support.ts'
import { boxOf, corners, tilesOf, type Tile } from '../../ui/charts/hexagons.ts'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** Hexagons are drawn so wide, and stand so far apart that the ways between them are seen. */
const [size, apart] = [96, 1.5] as const
/** Letters that stand in a hexagon. */
const letters = 5

const shape = corners.map(({ x, y }) => `${(x * size).toFixed(1)},${(y * size).toFixed(1)}`).join(' ')
const shortly = (name: string): string =>
  [...name].length > letters ? `${[...name].slice(0, letters - 1).join('')}…` : name

/** Which area supports which: a picture whose places only stand for the areas, and the same as a table. */
export function PairMapPart({ map }: { map: PairMap }) {
  const nameOf = new Map(map.areas.map(({ id, name }) => [id, name]))
  const between = (from: number, to: number) =>
    from === to ? `${nameOf.get(from) ?? ''}内` : `${nameOf.get(from) ?? ''} → ${nameOf.get(to) ?? ''}`
  return (
    <Panel
      title="结对示意图"
      beside={<span className="x-soft x-dense">只计执行中的协议；位置为示意，箭头指向受援方</span>}
    >
      {map.ways.length === 0 ? (
        <p className="x-soft">暂无执行中的结对协议。</p>
      ) : (
        <div className="pair-map">
          <Picture map={map} />
          <LineTable
            label="结对的地区"
            lines={map.ways}
            keyOf={({ from, to }) => `${from} ${to}`}
            stale={false}
            testId="pair-way"
            columns={[
              { key: 'way', title: '支援 → 受援', wide: true, render: ({ from, to }) => between(from, to) },
              {
                key: 'agreements',
                title: '协议',
                figure: true,
                render: ({ agreements }) => <span className="x-num">{agreements}</span>,
              },
              {
                key: 'late',
                title: '目标要追的协议',
                figure: true,
                render: ({ late }) => <span className={late > 0 ? 'x-num pair-late' : 'x-num'}>{late}</span>,
              },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}

interface Place extends Tile {
  readonly id: number
}

function Picture({ map: { areas, ways } }: { map: PairMap }) {
  const tiles = tilesOf(areas.length)
  const places = areas.map(({ id }, index): Place => {
    const tile = tiles[index] ?? { x: 0, y: 0 }
    return { id, x: tile.x * size * apart, y: tile.y * size * apart }
  })
  const at = new Map(places.map((place) => [place.id, place]))
  const [x = 0, y = 0, width = 0, height = 0] = boxOf(
    places.map((one) => ({ x: one.x / size, y: one.y / size })),
  ).map((one) => one * size)
  return (
    <svg
      className="pair-map-picture"
      viewBox={`${x - 6} ${y - 6} ${width + 12} ${height + 12}`}
      style={{ maxInlineSize: `${Math.min(420, Math.round(width) + 12)}px` }}
      aria-hidden="true"
    >
      <defs>
        <marker
          id="pair-map-head"
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path className="pair-map-head" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {areas.map(({ id, name, supports, supported }) => {
        const place = at.get(id)
        return (
          <g key={id} transform={`translate(${place?.x ?? 0} ${place?.y ?? 0})`}>
            <polygon points={shape} className={supported > 0 ? 'pair-map-supported' : 'pair-map-area'} />
            <text y={-6}>{shortly(name)}</text>
            <text y={14} className="pair-map-sums">
              {[supports > 0 && `支援 ${supports}`, supported > 0 && `受援 ${supported}`]
                .filter(Boolean)
                .join(' ')}
            </text>
          </g>
        )
      })}
      {ways.map(({ from, to, agreements }) => {
        const [a, b] = [at.get(from), at.get(to)]
        return a && b && a !== b ? <Way key={`${from} ${to}`} from={a} to={b} many={agreements} /> : null
      })}
    </svg>
  )
}

/** An arrow from the edge of one hexagon to the edge of the other, beside the way back. */
function Way({ from, to, many }: { from: Tile; to: Tile; many: number }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const edge = size * 0.5
  const aside = 7
  const start = { x: from.x + dx * edge - dy * aside, y: from.y + dy * edge + dx * aside }
  const end = { x: to.x - dx * edge - dy * aside, y: to.y - dy * edge + dx * aside }
  return (
    <line
      className="pair-map-way"
      x1={start.x.toFixed(1)}
      y1={start.y.toFixed(1)}
      x2={end.x.toFixed(1)}
      y2={end.y.toFixed(1)}
      strokeWidth={Math.min(6, 1.5 + many / 2)}
      markerEnd="url(#pair-map-head)"
    />
  )
}
