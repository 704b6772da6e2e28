import type { NeedFigures } from '../../../catalogue/contract/training/surveys.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Link } from 'react-router'
import { useNeeds } from './use-surveys.ts'
import { stateWords } from './words.ts'

/** 需求: what the surveys before a plan came to, and what the plans of that year answer it with. */
export function NeedsPart({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['year'])
  const year = /^\d{4}$/.test(asked.of('year')) ? Number(asked.of('year')) : null
  const answer = useNeeds(year)
  const begin = (
    <ButtonLink look="primary" icon="add" to={`${entry.path}?new=needs`}>
      发起需求调查
    </ButtonLink>
  )
  return (
    <Loaded answer={answer} failed="培训需求打开失败" lines={6}>
      {(needs) => (
        <>
          <div className="survey-years">
            <Button onClick={() => asked.put({ year: String(needs.year - 1) })}>上一年</Button>
            <b className="x-num">{needs.year} 年计划</b>
            <Button onClick={() => asked.put({ year: String(needs.year + 1) })}>下一年</Button>
          </div>
          {needs.surveys.length === 0 ? (
            <Empty text={emptyText(needs)} action={begin} />
          ) : (
            <>
              <Needs needs={needs} planning={entry.path.replace(/[^/]+$/, 'pxjh')} />
              <Panel title="计入的调查" flush>
                <LineTable
                  label="需求调查"
                  lines={needs.surveys}
                  columns={surveyColumns(entry.path)}
                  keyOf={(line) => line.id ?? `${line.office} ${line.title} ${needs.surveys.indexOf(line)}`}
                  stale={answer.isPlaceholderData}
                  testId="need-survey"
                />
              </Panel>
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

const emptyText = ({ year, years }: NeedFigures): string => {
  const [latest] = years
  return `暂无 ${year} 年的需求调查。${latest === undefined || latest === year ? '' : `最近一次是 ${latest} 年。`}`
}

function Needs({ needs: { list, answered }, planning }: { needs: NeedFigures; planning: string }) {
  const role = useSession()?.role ?? 0
  const most = Math.max(1, ...list.map(({ people }) => people))
  if (list.length === 0)
    return (
      <Panel title="教师需要什么">
        <p className="x-faint">还不能显示：匿名调查结束以后才计入，不满 5 份答卷的不计入。</p>
      </Panel>
    )
  return (
    <Panel
      title="教师需要什么"
      beside={<span className="x-faint">{answered} 份答卷，一份可以选几项</span>}
      extra={role > 3 && <ButtonLink to={planning}>看培训计划</ButtonLink>}
    >
      <table className="survey-bars survey-needs" aria-label="培训需求">
        <thead>
          <tr>
            <th scope="col">需求</th>
            <th scope="col">选择人次</th>
            <th scope="col">占比</th>
            <th scope="col">计划分项</th>
            <th scope="col">计划人数</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ label, people, lines, planned }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="survey-bar">
                <span aria-hidden="true" style={{ inlineSize: `${(80 * people) / most}%` }} />
                {people}
              </td>
              <td className="x-num">{answered === 0 ? '—' : `${Math.round((100 * people) / answered)}%`}</td>
              <td className="x-num">{lines}</td>
              <td className="x-num">{planned}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="x-faint">计划人数取自当年已发布的培训计划中“依据的需求”写了该项的分项。</p>
    </Panel>
  )
}

type Line = NeedFigures['surveys'][number]

/** Why a survey is not among the figures. */
const toldText = ({ told, anonymous, state }: Line): string => {
  if (told) return '已计入'
  return anonymous && state !== 'closed' ? '结束后计入' : '不满 5 份，不计入'
}

const surveyColumns = (path: string): readonly LineColumn<Line>[] => [
  {
    key: 'title',
    title: '调查',
    wide: true,
    render: ({ id, title }) => (id === null ? title : <Link to={`${path}?id=${id}`}>{title}</Link>),
  },
  { key: 'office', title: '发起单位', render: ({ office }) => office },
  { key: 'anonymous', title: '方式', render: ({ anonymous }) => (anonymous ? '匿名' : '实名') },
  {
    key: 'answered',
    title: '已填 / 应填',
    figure: true,
    render: ({ answered, asked }) => `${answered} / ${asked}`,
  },
  { key: 'state', title: '状态', render: ({ state }) => stateWords[state] },
  { key: 'told', title: '计入', render: toldText },
]
