import { useLocation } from 'react-router'
import { publicRoute, publicNames } from '../../../../catalogue/contents/public.ts'
import type { HeadItem, Site } from '../../../../catalogue/contract/portal/portal.ts'
import { useFittingRow } from '../../../ui/layout/fitting-row.ts'
import { FoldMenu } from '../../../ui/layout/fold-menu.tsx'
import { GoLink } from '../go-link.tsx'

const itemOf = (title: string, url: string): HeadItem => ({ title, url, active_name: '', type: '0', sub: [] })

/** The navigation while the site has none of its own. */
const own: readonly HeadItem[] = [
  itemOf('首页', '/home/index'),
  ...publicNames
    .map(publicRoute)
    .filter(({ navigation }) => navigation)
    .map(({ title, path }) => itemOf(title, path)),
  itemOf('对口帮扶', '/home/dkbf'),
  itemOf('产品介绍', '/home/product'),
  itemOf('关于我们', '/home/aboutUs'),
]

type Entry = Omit<HeadItem, 'sub'>

/** The navigation of the portal: as many entries as there is room for, the others below 更多. */
export function PortalNav({ site }: { site: Site | null }) {
  const { pathname } = useLocation()
  const heads = site === null ? [] : site.head_list.length > 0 ? site.head_list : own
  const { frame, row, shown } = useFittingRow(heads.length, 0)
  const folded = heads.slice(shown)
  const leadsHere = ({ url }: Entry) => url === pathname
  return (
    <nav className="portal-nav" aria-label="门户导航" ref={frame}>
      <div className="portal-width">
        <div className="portal-nav-row" ref={row}>
          {heads.map((head, place) => (
            <div key={head.title} data-part hidden={place >= shown}>
              <Head head={head} leadsHere={leadsHere} />
            </div>
          ))}
        </div>
        <FoldMenu
          className="x-row-rest"
          label="更多"
          name="更多栏目"
          current={folded.some((head) => [head, ...head.sub].some(leadsHere))}
        >
          {folded.map((head) => (
            <li key={head.title}>
              <HeadLink entry={head} current={leadsHere(head)} />
              {head.sub.length > 0 && (
                <ul className="portal-nav-sub">
                  <SubLinks sub={head.sub} leadsHere={leadsHere} />
                </ul>
              )}
            </li>
          ))}
        </FoldMenu>
      </div>
    </nav>
  )
}

interface LeadsHere {
  readonly leadsHere: (entry: Entry) => boolean
}

/** An entry of the row; one with a second level opens it, itself first. */
function Head({ head, leadsHere }: { head: HeadItem } & LeadsHere) {
  if (head.sub.length === 0) return <HeadLink entry={head} current={leadsHere(head)} />
  const listed = [head, ...head.sub]
  return (
    <FoldMenu label={head.title} current={listed.some(leadsHere)}>
      <SubLinks sub={listed} leadsHere={leadsHere} />
    </FoldMenu>
  )
}

function SubLinks({ sub, leadsHere }: { sub: readonly Entry[] } & LeadsHere) {
  return sub.map((entry) => (
    <li key={entry.title}>
      <HeadLink entry={entry} current={leadsHere(entry)} />
    </li>
  ))
}

function HeadLink({ entry, current }: { entry: Entry; current: boolean }) {
  return (
    <GoLink to={entry.url} openMode={entry.type} activeName={entry.active_name} current={current}>
      {entry.title}
    </GoLink>
  )
}
