import { blockNames, blockWords, type BlockName } from '../../../catalogue/sites/blocks.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { faultAt, type PartProps } from './use-site-draft.ts'

/** Which blocks the front page has, and in which order. */
export function HomePanel({ body, onChange, errors }: PartProps) {
  const put = (home: BlockName[] | null) => onChange({ ...body, home })
  const { home } = body
  const fault = faultAt(errors, 'home')
  return (
    <Panel title="首页版块">
      <div className="sites-fields">
        {home === null ? (
          <>
            <p className="x-soft">沿用上级站点的首页。</p>
            <div>
              <Button onClick={() => put([...blockNames])}>改用自己的版块</Button>
            </div>
          </>
        ) : (
          <Blocks home={home} onChange={put} />
        )}
        {fault !== undefined && <p className="sites-fault">{fault}</p>}
      </div>
    </Panel>
  )
}

function Blocks({
  home,
  onChange,
}: {
  home: readonly BlockName[]
  onChange: (home: BlockName[] | null) => void
}) {
  const move = (at: number, by: number) => {
    const next = [...home]
    const [block] = next.splice(at, 1)
    if (block) next.splice(at + by, 0, block)
    onChange(next)
  }
  const others = blockNames.filter((block) => !home.includes(block))
  return (
    <>
      <ol className="sites-blocks">
        {home.map((block, at) => (
          <li key={block}>
            <span>{blockWords[block]}</span>
            <Button
              look="text"
              disabled={at === 0}
              aria-label={`上移${blockWords[block]}`}
              onClick={() => move(at, -1)}
            >
              上移
            </Button>
            <Button
              look="text"
              disabled={at === home.length - 1}
              aria-label={`下移${blockWords[block]}`}
              onClick={() => move(at, 1)}
            >
              下移
            </Button>
            <Button
              look="text"
              disabled={home.length === 1}
              aria-label={`移除${blockWords[block]}`}
              onClick={() => onChange(home.filter((one) => one !== block))}
            >
              移除
            </Button>
          </li>
        ))}
      </ol>
      <div className="sites-acts">
        {others.map((block) => (
          <Button key={block} onClick={() => onChange([...home, block])}>
            {`新增${blockWords[block]}`}
          </Button>
        ))}
        <Button look="text" onClick={() => onChange(null)}>
          沿用上级
        </Button>
      </div>
    </>
  )
}
