import { useState } from 'react'
import type { Analysis } from '../../../catalogue/contract/analysis/figures.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { download } from '../../platform/api/download.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { savePageAsPng } from './pictures.ts'
import { askedOf, type filterKeys } from './use-analysis.ts'
import { basisWords, momentWords } from './words.ts'

type Key = (typeof filterKeys)[number]

/** How the figures of a page are shown: pictures, tables, or text for a report. */
export const views = ['chart', 'table', 'text'] as const
export type View = (typeof views)[number]
const viewWords = {
  chart: { icon: 'chart', label: '图' },
  table: { icon: 'table', label: '表' },
  text: { icon: 'file', label: '文字' },
} as const satisfies Record<View, object>

interface FiltersProps {
  readonly data: Analysis
  readonly asked: ListRequest<Key>
  readonly view: View
  readonly onView: (view: View) => void
}

/** Whose figures, of which day and counted how; pictures, tables or text; and what is taken away of the page. */
export function AnalysisFilters({ data, asked, view, onView }: FiltersProps) {
  return (
    <div className="an-filters">
      <FilterBar
        filters={filtersOf(data)}
        asked={asked}
        onAsk={(key, value) => asked.put(withOne(key, value))}
      />
      <div className="an-acts">
        <span className="x-faint x-dense an-moment">
          {data.demo && <b className="an-demo">演示数据</b>}
          {momentWords({ ...data, demo: false })}
        </span>
        <FrozenDays data={data} asked={asked} />
        <ViewChoice view={view} onView={onView} />
        <TakeAway data={data} query={askedOf(asked.filter)} />
      </div>
    </div>
  )
}

/** A day or a place stands beside the figures, never both. */
const withOne = (key: Key, value: string): Partial<Record<Key, string>> => ({
  [key]: value,
  ...(key === 'compare' && { versus: '' }),
  ...(key === 'versus' && { compare: '' }),
})

/** How many frozen days are offered in one line. */
const mostDays = 3

/** Days whose figures are kept: the figures of one of them stand beside those of the page at one press. */
function FrozenDays({ data: { dates, on, compare }, asked }: Pick<FiltersProps, 'data' | 'asked'>) {
  const others = dates.filter((one) => one.on !== on && one.on !== compare).slice(0, mostDays)
  return others.map((one) => (
    <Button key={one.on} look="text" onClick={() => asked.put(withOne('compare', one.on))}>
      对照 {one.on} 年度统计
    </Button>
  ))
}

function ViewChoice({ view, onView }: Pick<FiltersProps, 'view' | 'onView'>) {
  return (
    <fieldset className="an-views">
      <legend className="x-hidden">全页显示</legend>
      {views.map((one) => (
        <Button key={one} icon={viewWords[one].icon} aria-pressed={one === view} onClick={() => onView(one)}>
          {viewWords[one].label}
        </Button>
      ))}
    </fieldset>
  )
}

function TakeAway({ data, query }: { data: Analysis; query: Record<string, string> }) {
  const [busy, setBusy] = useState('')
  const run = async (name: string, act: () => Promise<void>) => {
    setBusy(name)
    try {
      await act()
    } catch (error) {
      notify.warn(name === 'png' ? '图片生成失败，请换用较新的浏览器' : sentenceOf(error))
    } finally {
      setBusy('')
    }
  }
  const file = `${data.place.name}-${data.title}-${data.on}`
  const workbook = () => download(`/api/v1/analysis/${data.report}/workbook`, query, `${file}.xlsx`)
  return (
    <>
      <Button
        icon="download"
        busy={busy === 'png'}
        onClick={() => void run('png', () => savePageAsPng(data, file))}
      >
        图片
      </Button>
      <Button icon="download" busy={busy === 'xlsx'} onClick={() => void run('xlsx', workbook)}>
        Excel
      </Button>
      <Button icon="print" onClick={() => window.print()}>
        打印
      </Button>
    </>
  )
}

/** The filters of a page: what there is to choose comes with its answer. */
function filtersOf({ path, places, besides, stages }: Analysis): BarFilter<Key>[] {
  const [own] = path
  const within = [...path.slice(1), ...places]
  return [
    {
      kind: 'choice',
      key: 'institution',
      label: '单位',
      hint: own ? own.name : '本单位',
      options: within.map(({ id, name, merged }) => ({
        value: String(id),
        label: merged ? `${name}（合并）` : name,
      })),
    },
    {
      kind: 'choice',
      key: 'stage',
      label: '学段',
      options: stages.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      kind: 'choice',
      key: 'basis',
      label: '口径',
      hint: basisWords.personnel,
      options: [{ value: 'teaching', label: basisWords.teaching }],
    },
    { kind: 'day', key: 'on', label: '时点', hint: '今天' },
    { kind: 'day', key: 'compare', label: '对照', hint: '不对照' },
    {
      kind: 'choice',
      key: 'versus',
      label: '对照单位',
      hint: '无',
      options: besides.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ]
}
