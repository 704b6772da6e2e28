import { useQuery } from '@tanstack/react-query'
import {
  overview,
  type Concern,
  type Overview,
} from '../../../../catalogue/contract/administration/overview.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { api } from '../../../platform/api/api.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { listTime } from '../../../platform/format.ts'
import { Badge } from '../../../ui/look/badge.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Beginning } from './beginning.tsx'
import { Connections } from './connections.tsx'
import { Consumers, Jobs } from './queues-of-work.tsx'
import { AuditState, Backup, Deliveries, SignIns, Storage, Waiting } from './readings.tsx'
import { DutyLink } from './duty-link.tsx'
import './overview.css'

const everyMinute = 60_000

/** An administrator's first screen: what needs somebody, then how the portal runs, renewed every minute. */
export function OverviewPage({ entry }: { entry: PageEntry }) {
  const answer = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/overview', { schema: overview, quiet: true, background: true, signal }),
    staleTime: 0,
    refetchInterval: everyMinute,
  })
  const { data, refetch, isFetching } = answer
  return (
    <PageFrame
      title={entry.title}
      note={data && `${listTime(data.at)} 的数据，每分钟更新`}
      actions={
        <Button icon="rot" busy={isFetching} onClick={() => void refetch()}>
          刷新
        </Button>
      }
    >
      <Loaded answer={answer} failed="运行概览打开失败" lines={12}>
        {(now) => <Sheet now={now} />}
      </Loaded>
    </PageFrame>
  )
}

function Sheet({ now }: { now: Overview }) {
  return (
    <>
      {now.beginning && <Beginning steps={now.beginning} />}
      <Concerns concerns={now.concerns} />
      <Connections connections={now.connections} portalOpened={now.portalOpened} />
      <div className="overview-sheet">
        <SignIns signIns={now.signIns} today={now.today} />
        <Jobs jobs={now.jobs} />
        <Consumers consumers={now.consumers} />
        <Waiting requests={now.accountRequests} contents={now.contents} />
        <Deliveries deliveries={now.deliveries} today={now.today} />
        <Storage storage={now.storage} />
        <Backup backup={now.backup} />
        <AuditState audit={now.audit} />
      </div>
    </>
  )
}

/** What needs an administrator; each goes by itself when its cause is gone. */
function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <Panel
      title="待处理事项"
      beside={
        <>
          <Badge count={concerns.length} />
          <span className="x-faint x-dense">处理完自动消失</span>
        </>
      }
      flush
    >
      {concerns.length === 0 ? (
        <Empty text="没有要处理的事项，平台运行正常。" />
      ) : (
        <ul className="overview-concerns">
          {concerns.map(({ key, tone, title, note, link }) => (
            <li key={key} className={`overview-concern overview-concern-${tone}`}>
              <h3>{title}</h3>
              {link && (
                <DutyLink to={link} label={`查看：${title}`}>
                  查看
                </DutyLink>
              )}
              <p>{note}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
