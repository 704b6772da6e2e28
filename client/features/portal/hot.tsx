import { Link } from 'react-router'
import { hotLines, hotRule, type HotLine } from '../../../catalogue/contract/portal/portal.ts'
import { onePath, type PublicName } from '../../../catalogue/contents/public.ts'
import { useRead } from './use-read.ts'
import './contents/cards.css'

type Type = keyof typeof calls
const calls = {
  policy: ['/api/policy/hot?limit=5', '热门政策'],
  trainingNews: ['/api/training/hot?limit=5', '热门培训动态'],
} as const

function Lines({ type, list }: { type: PublicName; list: readonly HotLine[] }) {
  return (
    <ol className="portal-hot">
      {list.map((one) => (
        <li key={one.id}>
          <Link to={onePath(type, one.id)}>{one.title}</Link>
          <span className="x-soft x-dense x-num">{one.readers} 人</span>
        </li>
      ))}
    </ol>
  )
}

/** What was read most, on the front page, with the rule. */
export function HotResources({ list }: { list: readonly HotLine[] }) {
  if (list.length === 0) return <p className="x-soft">近30天暂无浏览。</p>
  return (
    <>
      <Lines type="resource" list={list} />
      <p className="x-faint x-dense">{hotRule}</p>
    </>
  )
}

const isCounted = (type: PublicName): type is Type => Object.hasOwn(calls, type)

/** The same beside an article, for types of which readers are counted; without it the page is whole. */
export function HotBeside({ type }: { type: PublicName }) {
  return isCounted(type) ? <Beside type={type} /> : null
}

function Beside({ type }: { type: Type }) {
  const [path, title] = calls[type]
  const { data } = useRead(path, hotLines)
  if (!data || data.length === 0) return null
  return (
    <aside className="portal-part" aria-label={title}>
      <h2 className="x-display">{title}</h2>
      <Lines type={type} list={data} />
      <p className="x-faint x-dense">{hotRule}</p>
    </aside>
  )
}
