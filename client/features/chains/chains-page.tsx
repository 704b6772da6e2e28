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
  const note = city
    ? '只管市直属学校；没有另定的，沿用省级流程'
    : '修改后新提交的按新流程，在办的按原流程办结'
  return (
    <PageFrame title={entry.title} note={note}>
      {error && !data && (
        <ErrorBox title="审核流程打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <div className="chains-list">
          {groups.map(([label, list]) => (
            <Panel key={label} title={label} flush>
              <ul>
                {alike(list, data.list).map((same) => (
                  <ChainRow key={same[0].chain.type} same={same} city={city} onOpen={onOpen} />
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </PageFrame>
  )
}

interface TypeChain {
  readonly definition: ReviewedType
  readonly chain: Summary
}

/** Types whose chains are the same to a reader stand together, in the order of the first of each. */
function alike(
  list: readonly ReviewedType[],
  chains: readonly Summary[],
): (readonly [TypeChain, ...TypeChain[]])[] {
  const found = list.flatMap((definition): TypeChain[] => {
    const chain = chains.find(({ type }) => type === definition.name)
    return chain ? [{ definition, chain }] : []
  })
  const same = Map.groupBy(found, ({ definition, chain }) =>
    JSON.stringify([chain.own, stopsOf(definition, chain.chain), sentencesOf(definition, chain)]),
  )
  return [...same.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest] as const] : []))
}

function sentencesOf(definition: ReviewedType, { chain }: Summary): string[] {
  return chain.flatMap((step) => {
    const said = stepWords(definition, step)
    return said ? [`${levelLabels[step.level]}：${said}`] : []
  })
}

/** One way up, and the types that go it; each opens its own. */
function ChainRow(props: {
  same: readonly [TypeChain, ...TypeChain[]]
  city: boolean
  onOpen: (type: string) => void
}) {
  const { same, city, onOpen } = props
  const [{ definition, chain }] = same
  return (
    <li className="chains-row">
      <div>
        <Track stops={stopsOf(definition, chain.chain)} />
        {sentencesOf(definition, chain).map((line) => (
          <p key={line} className="x-soft x-note">
            {line}
          </p>
        ))}
        {city && <p className="x-faint x-note">{chain.own ? '本市自定' : '沿用省级流程'}</p>}
      </div>
      <ul className="chains-types">
        {same.map((one) => (
          <li key={one.chain.type}>
            <Button
              look="text"
              onClick={() => onOpen(one.chain.type)}
              aria-label={`修改${one.definition.title}的审核流程`}
            >
              {one.definition.title}
            </Button>
            {one.chain.open > 0 && (
              <span className="x-faint x-note">在办 {thousands(one.chain.open)} 条</span>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
