import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SurveyLine } from '../../../catalogue/contract/training/surveys.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { NeedsPart } from './needs-part.tsx'
import { NewSurveyPage } from './new-survey-page.tsx'
import { ResultsPage } from './results-page.tsx'
import { useSurveys } from './use-surveys.ts'
import { surveyColumns } from './survey-columns.tsx'
import { stateWords } from './words.ts'
import './surveys.css'

/** 调查: those of the own office, a new one (`?new=1`), or what one of them came to (`?id=`). */
export function SurveysPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (search.has('new')) return <NewSurveyPage entry={entry} set={search.get('new') ?? ''} />
  return id === null ? <Sections entry={entry} /> : <ResultsPage entry={entry} id={id} />
}

const sections = [
  { key: 'all', label: '调查' },
  { key: 'needs', label: '需求' },
] as const

/** The surveys of the office, and what is needed by those that were asked before a plan (`?tab=needs`). */
function Sections({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const current = search.get('tab') === 'needs' ? 'needs' : 'all'
  const add = (
    <ButtonLink look="primary" icon="add" to={`${entry.path}?new=${current === 'needs' ? 'needs' : '1'}`}>
      {current === 'needs' ? '发起需求调查' : '新增调查'}
    </ButtonLink>
  )
  return (
    <PageFrame title={entry.title} actions={add}>
      <StateTabs
        label="栏目"
        tabs={sections}
        current={current}
        onSelect={(key) => setSearch(key === 'needs' ? { tab: key } : {}, { replace: true })}
      />
      {current === 'needs' ? <NeedsPart entry={entry} /> : <Surveys entry={entry} add={add} />}
    </PageFrame>
  )
}

const columnsOf = (path: string): readonly LineColumn<SurveyLine>[] => [
  ...surveyColumns(path),
  {
    key: 'answered',
    title: '已填 / 应填',
    figure: true,
    render: ({ answered, asked }) => `${answered} / ${asked}`,
  },
  { key: 'state', title: '状态', render: ({ state }) => stateWords[state] },
]

function Surveys({ entry, add }: { entry: PageEntry; add: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const answer = useSurveys(page)
  return (
    <Loaded answer={answer} failed="调查打开失败" lines={6}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty text="暂无调查。从满意度、训后跟踪或需求调查的题目开始，教师在手机上填。" action={add} />
        ) : (
          <>
            <LineTable
              label="调查"
              lines={data.list}
              columns={columnsOf(entry.path)}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
              testId="survey"
            />
            <Pager {...data} onPage={(to) => setSearch(to > 1 ? { page: String(to) } : {})} />
          </>
        )
      }
    </Loaded>
  )
}
