import { Link, useSearchParams } from 'react-router'
import type { CampaignLine } from '../../../catalogue/contract/campaigns.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { CampaignEditor, NewCampaign } from './campaign-editor.tsx'
import { CampaignPart } from './campaign-part.tsx'
import { noticesTab, placeOf } from './place.ts'
import { useCampaigns } from './use-campaigns.ts'
import { entryEnd, StateMark } from './words.tsx'
import './campaigns.css'

const keys = ['q', 'collects', 'state', 'mine'] as const
type Key = (typeof keys)[number]

/** Notices that collect entries: the list, one of them, writing one. What is shown stands in the address. */
export function CampaignsPage({ entry: opened }: { entry: PageEntry }) {
  const entry = opened.feature === 'declaration' ? { ...opened, feature: noticesTab } : opened
  const [search] = useSearchParams()
  const role = useSession()?.role ?? 0
  const { definition, at } = placeOf(entry)
  const id = search.get('id')
  if (id !== null && search.get('edit') === '1') return <CampaignEditor key={id} entry={entry} id={id} />
  if (id !== null) return <CampaignPart key={id} entry={entry} id={id} />
  if (role > 2 && search.get('new') === '1') return <NewCampaign entry={entry} />
  return (
    <PageFrame
      title={definition.title}
      note={`本单位和上级单位的${definition.title}：${Object.values(definition.collects).join('、')}`}
      actions={
        role > 2 && (
          <ButtonLink look="primary" icon="add" to={at('new=1')}>
            {definition.beginLabel}
          </ButtonLink>
        )
      }
    >
      {definition.name === noticesTab && <PageTabs entry={entry} current={noticesTab} />}
      <CampaignList entry={entry} isOffice={role > 2} />
    </PageFrame>
  )
}

const options = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

const stateOptions = (states: AnyCampaign['states']) =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }))

const filtersFor = ({ collects, states }: AnyCampaign, isOffice: boolean): BarFilter<Key>[] => [
  ...(Object.keys(collects).length > 1
    ? [{ kind: 'choice' as const, key: 'collects' as const, label: '征集内容', options: options(collects) }]
    : []),
  { kind: 'choice', key: 'state', label: '状态', options: stateOptions(states) },
  ...(isOffice
    ? [
        {
          kind: 'choice' as const,
          key: 'mine' as const,
          label: '征集单位',
          options: [{ value: '1', label: '本单位' }],
        },
      ]
    : []),
]

function CampaignList({ entry, isOffice }: { entry: PageEntry; isOffice: boolean }) {
  const asked = useAsked(keys)
  const { definition } = placeOf(entry)
  const answer = useCampaigns(definition.name, { ...asked.filter, page: asked.page, pageSize: 20 })
  return (
    <div data-testid="campaigns">
      <FilterBar
        search={{ key: 'q', label: '标题', hint: '标题里的字' }}
        filters={filtersFor(definition, isOffice)}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="征集没能打开" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的征集。' : '现在没有征集。'}
              action={asked.isNarrowed && <Button onClick={asked.clear}>清除条件</Button>}
            />
          ) : (
            <>
              <LineTable
                label="征集"
                lines={data.list}
                columns={columnsOf(entry)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="campaign-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const endTitle = (entry: PageEntry): string => {
  const { windows, entryWindow } = placeOf(entry).definition
  return `${windows[entryWindow]?.label ?? ''}截止`
}

const columnsOf = (entry: PageEntry): LineColumn<CampaignLine>[] => [
  {
    key: 'title',
    title: '标题',
    wide: true,
    render: ({ id, title }) => <Link to={placeOf(entry).at(`id=${id}`)}>{title}</Link>,
  },
  {
    key: 'collects',
    title: '征集内容',
    render: ({ collects }) => placeOf(entry).definition.collects[collects] ?? '',
  },
  { key: 'host', title: '征集单位', render: ({ host }) => host.name },
  { key: 'until', title: endTitle(entry), render: (line) => entryEnd(placeOf(entry).definition, line) },
  { key: 'state', title: '状态', render: (line) => <StateMark line={line} /> },
]
