import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  knownTypes,
  parts,
  schoolResearch,
  type KnownType,
  type SchoolResearchLine,
} from '../../../catalogue/contract/research/school.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { processes, processOf } from '../../../catalogue/processes/processes.ts'
import { textOf } from '../../engine/kinds/show.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { TabRow } from '../../engine/pages/type-tabs.tsx'
import { CaseState } from '../../engine/process/case-state.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { listDate } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'

const keys = ['tab', 'q'] as const
const none: Readonly<Record<KnownType, string>> = {
  researchProject: '本校暂无立项的课题。',
  researchPaper: '本校暂无获奖的论文。',
  teachingCase: '本校暂无获奖的教学案例。',
}

const useSchoolResearch = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: ['school-research', query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/research/school', { schema: schoolResearch, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * What colleagues of the reader's school research: projects once established, papers and teaching cases once
 * awarded.
 */
export function SchoolResearchPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const type = knownTypes.find((one) => one === asked.of('tab')) ?? 'researchProject'
  const q = asked.of('q')
  const found = useSchoolResearch({ type, ...(q !== '' && { q }), page: asked.page, pageSize: 20 })
  return (
    <PageFrame title={entry.title} note="本校已立项的课题，获奖的论文和教学案例">
      <TabRow
        tabs={knownTypes.map((name) => ({ key: name, label: processes[name].title, count: null }))}
        current={type}
        unit="件"
        onSelect={(key) => asked.put({ tab: key, q: '' })}
      />
      <FilterBar
        search={{ key: 'q', label: '名称或姓名', hint: '名称或姓名' }}
        filters={[]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Found
        type={type}
        found={found}
        onPage={asked.setPage}
        onClear={q === '' ? undefined : () => asked.put({ q: '' })}
      />
    </PageFrame>
  )
}

function Found({
  type,
  found: { data, error, refetch, isPlaceholderData },
  onPage,
  onClear,
}: {
  type: KnownType
  found: ReturnType<typeof useSchoolResearch>
  onPage: (page: number) => void
  onClear: (() => void) | undefined
}) {
  if (error)
    return <ErrorBox title="学校科研打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (data.list.length === 0)
    return onClear ? (
      <Empty text="没有符合条件的。" action={<Button onClick={onClear}>看全部</Button>} />
    ) : (
      <Empty text={none[type]} />
    )
  return (
    <>
      <div className="x-lines-box">
        <LineTable
          label={processOf(type).title}
          lines={data.list}
          columns={columnsOf(type)}
          keyOf={({ id }) => id}
          stale={isPlaceholderData}
          testId="school-research-line"
        />
      </div>
      <Pager {...data} onPage={onPage} />
    </>
  )
}

function columnsOf(type: KnownType): LineColumn<SchoolResearchLine>[] {
  const definition = processOf(type)
  const { fields, list, titled } = definition
  const shown = [...new Set([...list.columns, 'adminLevel', 'awardRank'])].filter((key) => key !== titled)
  return [
    { key: 'title', title: '名称', wide: true, render: ({ title }) => title },
    {
      key: 'leader',
      title: type === 'researchProject' ? '主持人' : '作者',
      render: ({ leader, part }) => (part === null ? leader : `${leader}（我${parts[part]}）`),
    },
    {
      key: 'number',
      title: '编号',
      render: ({ number }) => number && <span className="x-num">{number}</span>,
    },
    ...shown.flatMap((key): LineColumn<SchoolResearchLine>[] => {
      const field = fields[key]
      return field
        ? [{ key, title: field.label, render: ({ value }) => textOf(field, value[key]) ?? '' }]
        : []
    }),
    { key: 'host', title: '征集单位', render: ({ host }) => host },
    {
      key: 'state',
      title: '状态',
      render: ({ state }) => (
        <CaseState definition={definition} line={{ state, holder: null, actsOn: null, heldUp: null }} />
      ),
    },
    { key: 'updatedAt', title: '最近办理', render: ({ updatedAt }) => listDate(updatedAt) },
  ]
}
