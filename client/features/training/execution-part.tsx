import { Link } from 'react-router'
import type { ProjectExecution, SurveyPurpose } from '../../../catalogue/contract/training/execution.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { thousands } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useExecution } from './use-enrolments.ts'
import './training.css'

type Survey = ProjectExecution['surveys'][number]

const purposeWords: Readonly<Record<SurveyPurpose, string>> = {
  satisfaction: '满意度',
  used30: '训后 30 日回访',
  used90: '训后 90 日回访',
}

function whenOf({ state, opensOn, closesOn }: Survey): string {
  if (state === 'none') return '不调查'
  if (state === 'due') return `${opensOn ?? ''} 自动发出`
  return `${opensOn ?? ''} 至 ${closesOn ?? ''}${state === 'open' ? '，进行中' : ''}`
}

function markOf({ state, mean }: Survey): string {
  if (mean !== null) return `${mean.toFixed(2)} 分`
  if (state === 'closed') return '答卷不满 5 份，不显示'
  return state === 'open' ? '结束后显示' : ''
}

const columnsOf = (surveys: string | null): LineColumn<Survey>[] => [
  { key: 'purpose', title: '调查', wide: true, render: ({ purpose }) => purposeWords[purpose] },
  { key: 'when', title: '时间', render: whenOf },
  {
    key: 'answered',
    title: '已填 / 应填',
    figure: true,
    render: ({ asked, answered }) => (
      <span className="x-num">{asked === null ? '' : `${answered ?? 0} / ${asked}`}</span>
    ),
  },
  { key: 'mean', title: '平均分', render: markOf },
  {
    key: 'results',
    title: '结果',
    render: ({ id }) => id !== null && surveys !== null && <Link to={`${surveys}?id=${id}`}>看结果</Link>,
  },
]

/** What learners say of a project, at its end and later, and what it cost. */
export function ExecutionPart({ id }: { readonly id: string }) {
  const answer = useExecution(id)
  const role = useSession()?.role
  const surveys = pagesFor((role ?? null) as Role | null).find(({ page }) => page === 'surveys')?.path ?? null
  return (
    <Panel title="评价、回访与经费">
      <Loaded answer={answer} failed="评价与经费打开失败" lines={4}>
        {(data) => (
          <>
            <LineTable
              label="评价与回访"
              lines={data.surveys}
              columns={columnsOf(surveys)}
              keyOf={({ purpose }) => purpose}
              stale={false}
              testId="project-survey"
            />
            <p className="x-soft">{moneyText(data)}</p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** What it cost, in one line: what nobody filled in is not said. */
export function moneyText({ plan, costPerPerson, paid, qualified, costEach }: ProjectExecution): string {
  const parts = [
    plan === null ? [] : [`所属计划：${plan}`],
    costPerPerson === null ? [] : [`人均预算 ${thousands(costPerPerson)} 元`],
    paid === null ? [] : [`实际支出 ${paid} 万元`],
    costEach === null ? [] : [`结业 ${qualified} 人，人均成本 ${thousands(costEach)} 元`],
  ].flat()
  return parts.length === 0 ? '没有填写经费；在项目里填写“计划、经费与回访”。' : parts.join('　')
}
