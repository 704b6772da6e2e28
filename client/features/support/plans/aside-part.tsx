import { Link } from 'react-router'
import type { PairBeside, PairExchange } from '../../../../catalogue/contract/support-plans.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { casePath } from '../../../../catalogue/processes/paths.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useSession } from '../../../platform/session/session.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { NeedMark, Places } from '../needs/words.tsx'
import { usePairBeside } from './use-plans.ts'

/** Needs of the supported side, and who is at the other side. */
export function NeedsPart({ entry, agreement }: { entry: PageEntry; agreement: string }) {
  const answer = usePairBeside(agreement)
  return (
    <Loaded answer={answer} failed="需求打开失败" lines={5}>
      {(data) => (
        <Panel
          title="需求与响应"
          beside={<span className="x-soft x-dense">由受援方提出</span>}
          extra={
            data.needsInAll > data.needs.length && (
              <Link to={`${entry.path}?tab=needs`}>全部 {data.needsInAll} 项</Link>
            )
          }
        >
          {data.needs.length === 0 ? (
            <Empty
              text="受援方尚未提出需求。"
              action={<ButtonLink to={`${entry.path}?tab=needs`}>需求与响应</ButtonLink>}
            />
          ) : (
            <ul className="pair-beside" aria-label="受援方的需求">
              {data.needs.map((need) => (
                <Need key={need.id} entry={entry} need={need} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Loaded>
  )
}

function Need({ entry, need }: { entry: PageEntry; need: PairBeside['needs'][number] }) {
  const path = `${entry.path}?tab=needs&need=${need.id}`
  return (
    <li data-testid="beside-need">
      <p>
        <Link to={path}>
          <b>{need.title}</b>
        </Link>
        <NeedMark need={need} />
      </p>
      <p className="x-soft x-dense">
        {labelOf('supportNeedKind', need.kind)}　{need.startOn} 至 {need.endOn}
      </p>
      <Places taken={need.taken} places={need.places} />
      {need.mayOffer && (
        <p>
          <Link to={path}>
            响应<span className="x-hidden">：{need.title}</span>
          </Link>
        </p>
      )}
    </li>
  )
}

/** Teachers who are at the other side now, or will be. */
export function ExchangesPart({ agreement }: { agreement: string }) {
  const answer = usePairBeside(agreement)
  return (
    <Loaded answer={answer} failed="人员往来打开失败" lines={4}>
      {({ exchanges }) => (
        <Panel title="人员往来">
          {exchanges.length === 0 ? (
            <Empty text="暂无支教、跟岗的人员。" />
          ) : (
            <ul className="pair-beside" aria-label="人员往来">
              {exchanges.map((one) => (
                <Exchange key={one.id} exchange={one} />
              ))}
            </ul>
          )}
          <p className="x-soft x-dense">双方人员互评项目时，平台提示结对关系。</p>
        </Panel>
      )}
    </Loaded>
  )
}

function Exchange({ exchange }: { exchange: PairExchange }) {
  const role = useSession()?.role ?? 0
  const { id, kind, name, from, to, startOn, endOn, isAhead } = exchange
  const path = casePath(role, kind === 'posting' ? 'posting' : 'supportOffer', id)
  return (
    <li data-testid="pair-exchange">
      <p>
        {path === null ? <b>{name}</b> : <Link to={path}>{name}</Link>}
        <span>
          {kind === 'posting' ? '支教' : '跟岗'}
          {isAhead && '，待开始'}
        </span>
      </p>
      <p className="x-soft x-dense">
        {from} → {to}　{startOn} 至 {endOn}
      </p>
    </li>
  )
}

/** What of an agreement waits for the reader's office: one line above its parts. */
export function AgreementWaits({ entry, agreement }: { entry: PageEntry; agreement: string }) {
  const { data } = usePairBeside(agreement)
  const { entries = 0, needs = 0 } = data?.waits ?? {}
  if (entries + needs === 0) return null
  return (
    <p className="pair-waits" data-testid="pair-waits">
      等本单位办理：
      {entries > 0 && <Link to={`${entry.path}?tab=supportEntry`}>{entries} 条台账</Link>}
      {needs > 0 && <Link to={`${entry.path}?tab=needs&whose=partners`}>{needs} 项需求</Link>}
    </p>
  )
}
