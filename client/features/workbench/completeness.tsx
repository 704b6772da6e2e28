import { Link } from 'react-router'
import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { Meter } from '../../ui/layout/meter.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const named = 3

/** How complete my archive is, section by section; what is missing leads to where it is filled in. */
export function Completeness({ percent, sections }: NonNullable<Workbench['completeness']>) {
  const open = sections.filter(({ percent: share }) => share < 100)
  const full = sections.filter(({ percent: share }) => share === 100)
  return (
    <Panel title="我的档案" extra={<b className="home-percent">{percent}%</b>} flush>
      <ul>
        {open.map(({ type, title, percent: share, missing, link }) => (
          <li key={type} className="home-part">
            <div className="home-part-head">
              <Link to={link}>{title}</Link>
              <span className="x-num">{share}%</span>
            </div>
            <Meter percent={share} label={`${title}完整度`} />
            <p className="x-soft x-dense">
              <Missing missing={missing} link={link} />
            </p>
          </li>
        ))}
      </ul>
      {full.length > 0 && (
        <p className="home-full x-soft x-dense">
          已填全：
          {full.map(({ type, title, link }, i) => (
            <span key={type}>
              {i > 0 && '、'}
              <Link to={link}>{title}</Link>
            </span>
          ))}
        </p>
      )}
    </Panel>
  )
}

type Section = NonNullable<Workbench['completeness']>['sections'][number]

/** Everything (the server's own sentence, under no key), or the first few by name. */
function Missing({ missing, link }: Pick<Section, 'missing' | 'link'>) {
  const [first] = missing
  if (first === undefined) return null
  if (first.key === '') return <Link to={link}>{first.label}</Link>
  const names = missing.slice(0, named).map(({ label }) => label)
  return (
    <>
      缺{' '}
      <Link to={link}>
        {names.join('、')}
        {missing.length > named && `等 ${missing.length} 项`}
      </Link>
    </>
  )
}
