import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { FigureTable as FigureAnswer } from '../../../catalogue/contract/figure-table.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { withQuery } from '../../platform/api/with-query.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../list/use-asked.ts'
import { useOpening } from '../list/views/use-opening.ts'
import { ViewBar } from '../list/views/view-bar.tsx'
import { BehindList, columnsTaken } from './behind-list.tsx'
import type { FigureRow } from './cells.ts'
import {
  Definitions,
  FigureTable,
  FirstFigures,
  Pictures,
  ViewChoice,
  type FigureLinks,
  type FigureWords,
} from './figure-table.tsx'
import { filledOf, useBehind, useFigures, type FigureQuestion, type FigureSource } from './use-figures.ts'

/** What a page of figures asks and how it tells them; everything else is alike for all. */
export interface FigurePages<T extends FigureAnswer, G extends string> {
  readonly source: FigureSource<T>
  /** The type of the views that people keep of it. */
  readonly viewed: string
  /** The lists by which a table and what stands behind it are taken out, and what they ask beside the filters. */
  readonly taken: { readonly list: string; readonly query: FigureQuestion }
  /** The tables, of which the first one is shown first, and their tabs. */
  readonly groups: readonly [G, ...G[]]
  readonly tabs: Readonly<Record<G, string>>
  readonly wordsOf: (group: G) => FigureWords
  /** What narrows the figures, as it stands in the address; the place is `area_code`. */
  readonly filters: readonly string[]
  readonly filtersOf: (data: T, group: G) => readonly BarFilter[]
  readonly noteOf: (data: T) => string
  /** Tables that are opened as pictures. */
  readonly isDrawnFirst?: (group: G) => boolean
  /** Whether a table says anything; what is said where it does not and nothing narrows it. */
  readonly hasFigures: (group: G, data: T, asked: ListRequest<string>) => boolean
  readonly empty: (data: T, asked: ListRequest<string>) => ReactNode
  readonly ruleOf?: (data: T) => string
  /** How a row that is no place is named. */
  readonly nameOf?: (row: FigureRow) => ReactNode
}

interface PartProps<T extends FigureAnswer, G extends string> {
  readonly entry: PageEntry
  readonly pages: FigurePages<T, G>
  readonly group: G
  readonly question: FigureQuestion
}

/** Which row and column are open. */
const places = ['row', 'column'] as const

/**
 * Figures of a place: tables with the definition of each figure, as pictures too, and the list behind each
 * number. What is asked stands in the address.
 */
export function FiguresPage<T extends FigureAnswer, G extends string>({
  entry,
  pages,
}: Pick<PartProps<T, G>, 'entry' | 'pages'>) {
  const { source, groups, tabs, filters, noteOf, viewed } = pages
  const waits = useOpening('figures', viewed)
  const asked: ListRequest<string> = useAsked([...filters, 'by', 'view'], places)
  const [search] = useSearchParams()
  const group = groups.find((one) => one === asked.of('by')) ?? groups[0]
  const isList = search.has('row')
  const question = Object.fromEntries(filters.map((key) => [key, asked.of(key)]))
  const answer = useFigures(
    source,
    { ...question, group_by: group },
    { page: isList ? 1 : asked.page, enabled: !waits },
  )
  const part = { entry, pages, group, question }
  return (
    <PageFrame
      title={entry.title}
      crumbs={answer.data ? crumbsOf(entry, answer.data, { question, isList }) : []}
      note={answer.data && !isList && noteOf(answer.data)}
    >
      {!isList && groups.length > 1 && (
        <StateTabs
          label="统计维度"
          tabs={groups.map((key) => ({ key, label: tabs[key] }))}
          current={group}
          onSelect={(key) => asked.put({ by: key === groups[0] ? '' : key, view: '' })}
        />
      )}
      {!isList && <ViewBar list="figures" type={viewed} />}
      {isList ? (
        <Behind {...part} />
      ) : (
        <Loaded answer={answer} failed="统计打开失败" lines={12}>
          {(data) => <Figures {...part} data={data} asked={asked} stale={answer.isPlaceholderData} />}
        </Loaded>
      )}
    </PageFrame>
  )
}

/** The way from the own institution down to the place, and to the list where one is open. */
function crumbsOf(
  { path: page, title }: PageEntry,
  { place: { path } }: FigureAnswer,
  { question, isList }: { question: FigureQuestion; isList: boolean },
): Crumb[] {
  const to = (code: string | null) => withQuery(page, filledOf({ ...question, area_code: code ?? '' }))
  return [
    ...path.map(({ name, areaCode }, index) =>
      !isList && index === path.length - 1
        ? { label: name }
        : { label: name, to: to(index === 0 ? '' : areaCode) },
    ),
    ...(isList ? [{ label: title, to: to(question['area_code'] ?? '') }, { label: '名单' }] : []),
  ]
}

function Figures<T extends FigureAnswer, G extends string>({
  entry,
  pages,
  group,
  question,
  data,
  asked,
  stale,
}: PartProps<T, G> & { readonly data: T; readonly asked: ListRequest<string>; readonly stale: boolean }) {
  const { filters, filtersOf, taken, tabs, groups, hasFigures, empty, isDrawnFirst } = pages
  const words = pages.wordsOf(group)
  const isDrawn = isDrawnFirst?.(group) ?? false
  const asPicture = isDrawn ? asked.of('view') !== 'table' : asked.of('view') === 'chart'
  const shown = filledOf({ ...question, by: asked.of('by') })
  const isNarrowed = filters.some((key) => asked.of(key) !== '')
  const links: FigureLinks = {
    listOf: (row, column) => withQuery(entry.path, { ...shown, row, column }),
    belowOf: (code) => withQuery(entry.path, { ...shown, area_code: code }),
  }
  return (
    <>
      <FilterBar
        filters={filtersOf(data, group)}
        asked={{ ...asked, isNarrowed }}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ViewChoice
          asPicture={asPicture}
          onChoose={(view) => asked.put({ view: (view === 'chart') === isDrawn ? '' : view })}
        />
        <ExportButton
          title={groups.length > 1 ? `${entry.title}（${tabs[group]}）` : entry.title}
          list={taken.list}
          query={{ ...filledOf(question), ...taken.query, group_by: group }}
          columns={[
            { key: 'name', title: '名称' },
            ...data.columns.map(({ key, title }) => ({ key, title })),
          ]}
          total={data.total}
          unit="行"
        />
      </FilterBar>
      {hasFigures(group, data, asked) ? (
        <div className={stale ? 'tf-sheet x-stale' : 'tf-sheet'} aria-busy={stale} data-testid="figures">
          <FirstFigures words={words} data={data} links={links} />
          {asPicture ? (
            <Pictures words={words} data={data} links={links} />
          ) : (
            <FigureTable words={words} data={data} links={links} stale={stale} nameOf={pages.nameOf} />
          )}
          <Definitions data={data} rule={pages.ruleOf?.(data)} />
        </div>
      ) : (
        empty(data, asked)
      )}
      {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
    </>
  )
}

/** Nothing in what was asked; the way back to everything where something narrows it. */
export const NothingFound = ({
  text,
  asked,
}: {
  text: string
  asked: Pick<ListRequest<string>, 'isNarrowed' | 'clear'>
}) => <Empty text={text} action={asked.isNarrowed && <Button onClick={asked.clear}>清除筛选</Button>} />

function Behind<T extends FigureAnswer, G extends string>({
  entry,
  pages: { source, taken },
  group,
  question,
}: PartProps<T, G>) {
  const { of, page, setPage } = useAsked(['row', 'column', 'by'])
  const asked = { ...question, row: of('row'), column: of('column'), group_by: group }
  const answer = useBehind(source.url, asked, page)
  return (
    <Loaded answer={answer} failed="名单打开失败" lines={12}>
      {(data) => (
        <BehindList
          data={data}
          stale={answer.isPlaceholderData}
          onPage={setPage}
          back={withQuery(entry.path, filledOf({ ...question, by: of('by') }))}
          taken={
            <ExportButton
              title={data.title}
              list={`${taken.list}-list`}
              query={{ ...filledOf(asked), ...taken.query }}
              columns={columnsTaken(data)}
              total={data.total}
              unit={data.unit}
            />
          }
        />
      )}
    </Loaded>
  )
}
