import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { chainSummary } from '../../../catalogue/contract/archive/chains.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import {
  reviewedContent,
  reviewedProcess,
  reviewedRecord,
  type ReviewedType,
} from '../../../catalogue/flows/reviewed.ts'
import { processNames, processOf } from '../../../catalogue/processes/processes.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { thousands } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Track } from '../../ui/layout/track.tsx'
import { ChainPage } from './chain-page.tsx'
import { useChains } from './use-chains.ts'
import { stepWords, stopsOf } from './words.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import './chains.css'

const types = Object.values<AnyRecord>(records)

const archives = { personal: '个人档案', professional: '专业档案', integrity: '诚信档案' } as const

/** What is reviewed, under the headings people know. */
const groups: readonly (readonly [string, readonly ReviewedType[]])[] = [
  ...Object.entries(archives).map(
    ([archive, label]) =>
      [
        label,
        types.filter((one) => one.archive === archive).flatMap((one) => reviewedRecord(one) ?? []),
      ] as const,
  ),
  ['门户内容', Object.values(contents).flatMap((one) => reviewedContent(one) ?? [])],
  ['逐级推荐的申报', processNames.map(processOf).flatMap((one) => reviewedProcess(one) ?? [])],
]

type Summary = z.infer<typeof chainSummary>

/** Review chains of all types, and one of them to change. Which one stands in the address. */
export function ChainsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const type = search.get('type') ?? ''
  const definition = groups.flatMap(([, list]) => list).find(({ name }) => name === type)
  if (definition) return <ChainPage key={type} definition={definition} entry={entry} />
  return <ChainList entry={entry} onOpen={(name) => setSearch({ type: name })} />
}

function ChainList({ entry, onOpen }: { entry: PageEntry; onOpen: (type: string) => void }) {
  const { data, error, refetch } = useChains()
  const city = useSession()?.role === 5
  const note = city ? '只管市直属学校；没有另定的，沿用省级流程' : '改了就按新的走，在办的仍按原来的走完'
  return (
    <PageFrame title={entry.title} note={note}>
      {error && !data && (
        <ErrorBox title="审核流程没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <div className="chains-list">
          {groups.map(([label, list]) => (
            <Panel key={label} title={label} flush>
              <ul>
                {list.flatMap((definition) => {
                  const chain = data.list.find(({ type }) => type === definition.name)
                  if (!chain) return []
                  return [
                    <ChainRow
                      key={chain.type}
                      chain={chain}
                      definition={definition}
                      city={city}
                      onOpen={onOpen}
                    />,
                  ]
                })}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </PageFrame>
  )
}

function ChainRow(props: {
  chain: Summary
  definition: ReviewedType
  city: boolean
  onOpen: (type: string) => void
}) {
  const { chain, definition, city, onOpen } = props
  const words = chain.chain.flatMap((step) => {
    const said = stepWords(definition, step)
    return said ? [`${levelLabels[step.level]}：${said}`] : []
  })
  return (
    <li className="chains-row">
      <div>
        <h3>{definition.title}</h3>
        <p className="x-faint x-note">
          {city && (chain.own ? '本市自定　' : '沿用省级流程　')}
          {chain.open > 0 ? `在办 ${thousands(chain.open)} 条` : '没有在办的'}
        </p>
      </div>
      <div>
        <Track stops={stopsOf(definition, chain.chain)} />
        {words.map((line) => (
          <p key={line} className="x-soft x-note">
            {line}
          </p>
        ))}
      </div>
      <Button onClick={() => onOpen(chain.type)} aria-label={`修改${definition.title}的审核流程`}>
        修改
      </Button>
    </li>
  )
}
