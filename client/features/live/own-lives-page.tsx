import { Link, useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import { onePath } from '../../../catalogue/contents/public.ts'
import type { Lives } from '../../../catalogue/contract/teaching/lives.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { CasesPage } from '../../engine/process/cases-page.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useKeepLive, useLives } from './use-lives.ts'

type Line = Lives['list'][number]

const phases: Readonly<Record<string, string>> = contents.liveBroadcast.happens?.phases ?? {}

/** 我的直播: what a teacher may watch and keeps, and the broadcasts that he asks the school for. */
export function OwnLivesPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  return search.get('tab') === 'broadcastRequest' ? (
    <CasesPage
      entry={entry}
      over={() => <PageTabs entry={entry} current="broadcastRequest" first="lives" />}
    />
  ) : (
    <LivesPage entry={entry} />
  )
}

function LivesPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['kept'] as const)
  const isKept = asked.of('kept') === '1'
  const answer = useLives(isKept, asked.page)
  return (
    <PageFrame title={entry.title} note="观看地址在本平台以外，打开时会离开本平台">
      <PageTabs entry={entry} current="lives" first="lives" />
      <FilterBar
        filters={[
          {
            kind: 'choice',
            key: 'kept',
            label: '范围',
            hint: '近期和可回放的',
            options: [{ value: '1', label: '我收藏的' }],
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="直播打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={isKept ? '暂无收藏的直播。' : '近期没有直播。'}
              action={
                isKept ? (
                  <Button onClick={asked.clear}>看近期的直播</Button>
                ) : (
                  <ButtonLink to={`${entry.path}?tab=broadcastRequest&new=broadcastRequest`}>
                    申请一场直播
                  </ButtonLink>
                )
              }
            />
          ) : (
            <>
              <LivesTable list={data.list} stale={answer.isPlaceholderData} />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function LivesTable({ list, stale }: { list: readonly Line[]; stale: boolean }) {
  const keep = useKeepLive()
  const columns: LineColumn<Line>[] = [
    {
      key: 'title',
      title: '直播',
      wide: true,
      render: ({ id, title }) => <Link to={onePath('liveBroadcast', id)}>{title}</Link>,
    },
    { key: 'kind', title: '类别', render: ({ liveKind }) => labelOf('liveKind', liveKind) },
    { key: 'lecturer', title: '主讲人', render: ({ lecturer, org }) => `${lecturer}（${org}）` },
    { key: 'time', title: '时间', render: ({ startTime }) => startTime.replace('T', ' ') },
    { key: 'phase', title: '状态', render: ({ phase }) => phases[phase] ?? '' },
    {
      key: 'acts',
      title: '操作',
      render: ({ id, title, kept, phase, address, here }) => (
        <span className="x-row-acts">
          {here && phase !== '2' && (
            // Loaded anew: the page may reach the live server, which no other page may.
            <a href={`/teacher/zhibojian?id=${id}`}>
              {phase === '3' ? '看回放' : '进入直播间'}
              <span className="x-hidden">：{title}</span>
            </a>
          )}
          {!here && address !== null && phase !== '0' && (
            <a href={address} target="_blank" rel="noreferrer noopener">
              {phase === '3' ? '看回放' : '进入直播'}
              <span className="x-hidden">（{title}，在新窗口打开，离开本平台）</span>
            </a>
          )}
          <Button
            look="text"
            aria-pressed={kept}
            busy={keep.isPending && keep.variables.id === id}
            onClick={() => keep.mutate({ id, on: !kept })}
          >
            {kept ? '取消收藏' : '收藏'}
            <span className="x-hidden">：{title}</span>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <LineTable
      label="直播"
      lines={list}
      columns={columns}
      keyOf={({ id }) => String(id)}
      stale={stale}
      testId="own-live"
    />
  )
}
