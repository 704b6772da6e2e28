import { useState } from 'react'
import type { Analysis } from '../../../catalogue/contract/analysis/figures.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import type { Asked } from '../../engine/list/use-asked.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { savePageAsPng } from './pictures.ts'
import type { filterKeys } from './use-analysis.ts'
import { basisWords, momentWords } from './words.ts'

type Key = (typeof filterKeys)[number]

interface FiltersProps {
  readonly data: Analysis
  readonly asked: Asked<Key>
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

/** Whose figures, of which day and counted how; pictures or tables; and what is taken away of the page. */
export function AnalysisFilters({ data, asked, asTable, onTable }: FiltersProps) {
  return (
    <div className="an-filters">
      <FilterBar
        filters={filtersOf(data)}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <div className="an-acts">
        <span className="x-faint x-dense an-moment">
          {data.demo && <b className="an-demo">演示数据</b>}
          {momentWords({ ...data, demo: false })}
        </span>
        <ViewChoice asTable={asTable} onTable={onTable} />
        <TakeAway data={data} />
      </div>
    </div>
  )
}

function ViewChoice({ asTable, onTable }: Pick<FiltersProps, 'asTable' | 'onTable'>) {
  return (
    <fieldset className="an-views">
      <legend className="x-hidden">全页显示</legend>
      <Button icon="chart" aria-pressed={!asTable} onClick={() => onTable(false)}>
        图
      </Button>
      <Button icon="table" aria-pressed={asTable} onClick={() => onTable(true)}>
        表
      </Button>
    </fieldset>
  )
}

function TakeAway({ data }: { data: Analysis }) {
  const [busy, setBusy] = useState('')
  const run = async (name: string, act: () => Promise<void>) => {
    setBusy(name)
    try {
      await act()
    } catch {
      notify.warn('图片没能生成，请换用较新的浏览器')
    } finally {
      setBusy('')
    }
  }
  const file = `${data.place.name}-${data.title}-${data.on}`
  return (
    <>
      <Button
        icon="download"
        busy={busy === 'png'}
        onClick={() => void run('png', () => savePageAsPng(data, file))}
      >
        图片
      </Button>
      <Button icon="print" onClick={() => window.print()}>
        打印
      </Button>
    </>
  )
}

/** The filters of a page: what there is to choose comes with its answer. */
function filtersOf({ path, places, stages, dates }: Analysis): BarFilter<Key>[] {
  const [own] = path
  const within = [...path.slice(1), ...places]
  const frozen = dates.map(({ on, version }) => ({ value: on, label: `${on}（年度统计第 ${version} 版）` }))
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
    { kind: 'day', key: 'on', label: '时点' },
    ...(frozen.length > 0
      ? [{ kind: 'choice' as const, key: 'compare' as const, label: '对照', hint: '不对照', options: frozen }]
      : [{ kind: 'day' as const, key: 'compare' as const, label: '对照' }]),
  ]
}
