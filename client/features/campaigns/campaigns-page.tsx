import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CampaignLine, CampaignStandings } from '../../../catalogue/contract/campaigns.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { personRole } from '../../../catalogue/processes/reading.ts'
import { declaredBars } from '../../engine/list/declared-bars.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { textOf } from '../../engine/kinds/show.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listDate } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { CampaignEditor, NewCampaign } from './campaign-editor.tsx'
import { CampaignPart, type BesideCampaign } from './campaign-part.tsx'
import type { TabsOfCampaign } from './campaign-tabs.tsx'
import { noticesTab, placeOf } from './place.ts'
import { useCampaigns, useStandings } from './use-campaigns.ts'
import { entryEnd, StateMark } from './words.tsx'
import './campaigns.css'

const keys = ['q', 'collects', 'state', 'mine', 'placed'] as const
const keysOf = ({ list }: AnyCampaign): readonly string[] => [...keys, ...(list?.filters ?? [])]

type OwnList = ComponentType<{ readonly at: (query: string) => string }>

/**
 * Notices that collect entries: the list, one of them, writing one. What is shown stands in the address.
 * @param props.Own what a teacher sees in place of the list
 */
export function CampaignsPage({
  entry: opened,
  tabs,
  Above,
  Draft,
  Own,
}: {
  entry: PageEntry
  tabs?: TabsOfCampaign
  Above?: BesideCampaign
  Draft?: BesideCampaign
  Own?: OwnList
}) {
  const entry = {
    ...opened,
    feature: opened.feature === 'declaration' ? noticesTab : (opened.notices ?? opened.feature),
  }
  const [search] = useSearchParams()
  const role = useSession()?.role ?? 0
  const { definition, at, isTab } = placeOf(entry)
  const id = search.get('id')
  const standings = useStandings(definition.name, definition.led === true && role === 2).data?.offices ?? []
  if (id !== null && search.get('edit') === '1') return <CampaignEditor key={id} entry={entry} id={id} />
  if (id !== null)
    return <CampaignPart key={id} entry={entry} id={id} tabs={tabs} Above={Above} Draft={Draft} />
  const isHost = definition.hosts.some((host) => host === role)
  if ((isHost || standings.length > 0) && search.get('new') === '1')
    return <NewCampaign entry={entry} office={officeIn(standings, search.get('office'))} />
  return (
    <PageFrame
      title={definition.title}
      note={`本单位和上级单位的${definition.title}：${Object.values(definition.collects).join('、')}`}
      actions={<Begin definition={definition} at={at} isHost={isHost} standings={standings} />}
    >
      {isTab && <PageTabs entry={entry} current={definition.name} />}
      <Listed entry={entry} Own={Own} />
    </PageFrame>
  )
}

/** The list, or what a teacher sees in its place. */
function Listed({ entry, Own }: { entry: PageEntry; Own: OwnList | undefined }) {
  const role = useSession()?.role ?? 0
  const { at } = placeOf(entry)
  return Own && role === personRole ? <Own at={at} /> : <CampaignList entry={entry} isOffice={role > 2} />
}

/** The ways to begin one: for the own office, or in the name of each institution that a fact gives. */
function Begin(props: {
  definition: AnyCampaign
  at: (query: string) => string
  isHost: boolean
  standings: CampaignStandings['offices']
}) {
  const { definition, at, isHost, standings } = props
  return (
    <>
      {isHost && (
        <ButtonLink look="primary" icon="add" to={at('new=1')}>
          {definition.beginLabel}
        </ButtonLink>
      )}
      {standings.map(({ id, name }) => (
        <ButtonLink key={id} className="campaign-begin" icon="add" to={at(`new=1&office=${id}`)}>
          {standings.length === 1 ? definition.beginLabel : `${definition.beginLabel}（${name}）`}
        </ButtonLink>
      ))}
    </>
  )
}

/** The institution in whose name a person begins one; the first of them unless the address says which. */
const officeIn = (standings: CampaignStandings['offices'], asked: string | null) =>
  standings.find(({ id }) => String(id) === asked) ?? standings[0]

const options = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

const stateOptions = (states: AnyCampaign['states']) =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }))

/** What the office is called that holds one, where the list does not say otherwise. */
const host = '征集单位'

/** Filters of what an office may have to do with: who holds it, and whether it was granted places. */
const officeFilters = ({ list }: AnyCampaign): BarFilter[] => [
  {
    kind: 'choice',
    key: 'mine',
    label: list?.host ?? host,
    options: options({ 1: '本单位', 0: '其他单位' }),
  },
  ...(list
    ? [{ kind: 'choice' as const, key: 'placed', label: '名额', options: options({ 1: '本单位有名额' }) }]
    : []),
]

const filtersFor = (definition: AnyCampaign, isOffice: boolean): BarFilter[] => [
  ...declaredBars(definition.fields, definition.list?.filters ?? [], (key) => key),
  ...(Object.keys(definition.collects).length > 1
    ? [
        {
          kind: 'choice' as const,
          key: 'collects',
          label: '征集内容',
          options: options(definition.collects),
        },
      ]
    : []),
  { kind: 'choice', key: 'state', label: '状态', options: stateOptions(definition.states) },
  ...(isOffice ? officeFilters(definition) : []),
]

function CampaignList({ entry, isOffice }: { entry: PageEntry; isOffice: boolean }) {
  const { definition, at } = placeOf(entry)
  const role = useSession()?.role ?? 0
  const asked = useAsked(keysOf(definition))
  const answer = useCampaigns(definition.name, { ...asked.filter, page: asked.page, pageSize: 20 })
  return (
    <div data-testid="campaigns">
      <FilterBar
        search={{ key: 'q', label: '标题', hint: '标题关键词' }}
        filters={filtersFor(definition, isOffice)}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed={`${definition.title}打开失败`} lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的。' : `暂无${definition.title}。`}
              action={
                asked.isNarrowed ? (
                  <Button onClick={asked.clear}>清除条件</Button>
                ) : (
                  definition.hosts.some((host) => host === role) && (
                    <ButtonLink to={at('new=1')}>{definition.beginLabel}</ButtonLink>
                  )
                )
              }
            />
          ) : (
            <>
              <LineTable
                label={definition.title}
                lines={data.list}
                columns={columnsOf(entry, isOffice)}
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

const declaredColumns = ({ list, fields }: AnyCampaign): LineColumn<CampaignLine>[] =>
  (list?.columns ?? []).flatMap((key) => {
    const field = fields[key]
    return field ? [{ key, title: field.label, render: ({ value }) => textOf(field, value[key]) ?? '' }] : []
  })

const placesColumn: LineColumn<CampaignLine> = {
  key: 'places',
  title: '本单位名额 用/余',
  render: ({ places }) =>
    places && (
      <span className="x-num">
        {places.used} / {places.granted - places.given - places.used}
      </span>
    ),
}

/** Who waits for a place, of those whom the office may read. */
const waitingColumn = ({ list }: AnyCampaign): LineColumn<CampaignLine>[] =>
  list?.waiting === undefined
    ? []
    : [
        {
          key: 'waiting',
          title: list.waiting,
          figure: true,
          render: ({ waiting }) => <span className="x-num">{waiting ?? ''}</span>,
        },
      ]

/** The days that the list shows in one column, 11-20 至 11-24. */
const spanColumn = ({ list }: AnyCampaign): LineColumn<CampaignLine>[] => {
  const span = list?.span
  const day = (value: unknown): string => (typeof value === 'string' ? listDate(value) : '')
  return span === undefined
    ? []
    : [
        {
          key: 'span',
          title: span.title,
          render: ({ value }) => (
            <span className="x-num">{`${day(value[span.from])} 至 ${day(value[span.to])}`}</span>
          ),
        },
      ]
}

const columnsOf = (entry: PageEntry, isOffice: boolean): LineColumn<CampaignLine>[] => [
  {
    key: 'title',
    title: '标题',
    wide: true,
    render: ({ id, title }) => <Link to={placeOf(entry).at(`id=${id}`)}>{title}</Link>,
  },
  ...(Object.keys(placeOf(entry).definition.collects).length > 1
    ? [
        {
          key: 'collects',
          title: '征集内容',
          render: ({ collects }: CampaignLine) => placeOf(entry).definition.collects[collects] ?? '',
        },
      ]
    : []),
  ...declaredColumns(placeOf(entry).definition),
  { key: 'host', title: placeOf(entry).definition.list?.host ?? host, render: ({ host: { name } }) => name },
  ...spanColumn(placeOf(entry).definition),
  ...(isOffice && placeOf(entry).definition.list ? [placesColumn] : []),
  ...(isOffice ? waitingColumn(placeOf(entry).definition) : []),
  { key: 'until', title: endTitle(entry), render: (line) => entryEnd(placeOf(entry).definition, line) },
  { key: 'state', title: '状态', render: (line) => <StateMark line={line} /> },
]
