import type { ReactNode } from 'react'
import type { Home } from '../../../../catalogue/contract/portal/portal.ts'
import { publicRoute } from '../../../../catalogue/contents/public.ts'
import { blockWords, type BlockName } from '../../../../catalogue/sites/blocks.ts'
import { HotResources } from '../hot.tsx'
import { Carousel } from './carousel.tsx'
import { Days } from './days.tsx'
import { FiguresBand } from './figures-band.tsx'
import { Blocks, Column, Policies, Quick, Rows, Sites, Studios, Teachers } from './front-parts.tsx'

type Drawing = (home: Home) => ReactNode

const listed = (name: Parameters<typeof publicRoute>[0], draw: Drawing): Drawing => {
  const drawn = (home: Home) => (
    <Column title={publicRoute(name).title} to={publicRoute(name).path} more="全部">
      {draw(home)}
    </Column>
  )
  return drawn
}

/** Blocks that stand beside others in columns. */
const narrow: Readonly<Partial<Record<BlockName, Drawing>>> = {
  notices: listed('notice', ({ notices }) => <Rows list={notices} empty="暂无通知公告。" />),
  policies: listed('policy', ({ policies }) => <Policies policies={policies} />),
  news: listed('trainingNews', ({ news }) => <Rows list={news} type="trainingNews" empty="暂无培训动态。" />),
  activities: listed('teachingActivity', ({ activities }) => <Days list={activities} />),
  studios: listed('studio', ({ studios }) => <Studios studios={studios} />),
  hotResources: listed('resource', ({ hotResources }) => <HotResources list={hotResources} />),
  teachers: ({ teachers }) =>
    teachers.length > 0 && (
      <Column title={blockWords.teachers}>
        <Teachers teachers={teachers} />
      </Column>
    ),
  links: ({ links }) =>
    links.length > 0 && (
      <Column title={blockWords.links}>
        <Quick links={links} />
      </Column>
    ),
  more: ({ more }) =>
    more.length > 0 && (
      <Column title={blockWords.more}>
        <Sites more={more} />
      </Column>
    ),
}

/** Blocks that take the whole width. */
const wide: Readonly<Partial<Record<BlockName, Drawing>>> = {
  banners: ({ banners }) =>
    banners.length > 0 && (
      <div className="portal-width portal-arranged">
        <Carousel slides={banners} />
      </div>
    ),
  figures: () => <FiguresBand />,
  blocks: ({ blocks }) => blocks.length > 0 && <Blocks blocks={blocks} />,
}

/** Neighbours in columns form one row; a wide block ends it. */
function rowsOf(blocks: readonly BlockName[]): BlockName[][] {
  const rows: BlockName[][] = []
  for (const block of blocks) {
    const last = rows.at(-1)
    const joins = last !== undefined && narrow[block] && narrow[last[0] ?? block] && last.length < 3
    if (joins) last.push(block)
    else rows.push([block])
  }
  return rows
}

/** The front page of a site, in the order that its office chose. */
export function ArrangedFront({ home, blocks }: { home: Home; blocks: readonly BlockName[] }) {
  return rowsOf(blocks).map((row) => {
    const [first = 'notices'] = row
    const whole = wide[first]
    return whole ? (
      <div key={first}>{whole(home)}</div>
    ) : (
      <div key={first} className="portal-width portal-three portal-arranged">
        {row.map((block) => (
          <div key={block}>{narrow[block]?.(home)}</div>
        ))}
      </div>
    )
  })
}
