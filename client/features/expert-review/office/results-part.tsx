import { useState } from 'react'
import type { Results, RoundView } from '../../../../catalogue/contract/review/rounds.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { pointsOf } from '../../../../catalogue/reviews/rule-words.ts'
import { LongText } from '../../../engine/kinds/long-text-kind.tsx'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useResults } from './use-rounds.ts'

type Result = Results['list'][number]
type Score = Result['scores'][number]

/**
 * The scores of a closed round: ranks, every total, and how strict each expert was. Experts have numbers
 * only.
 */
export function ResultsPart({ round }: { round: RoundView }) {
  const answer = useResults(round.id)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Loaded answer={answer} failed="评分打开失败" lines={10}>
      {(results) => {
        const shown = results.list.find(({ id }) => id === opened)
        return (
          <>
            <Panel
              title="名次"
              flush
              beside={<span className="x-faint x-dense">满分 100；括号内不计入，“加”为加评</span>}
            >
              <LineTable
                label="名次"
                lines={results.list}
                columns={columnsOf(opened, setOpened)}
                keyOf={({ id }) => id}
                stale={false}
                testId="result-line"
              />
            </Panel>
            {shown && <Opinions result={shown} rules={results.rules} />}
            <Strictness results={results} />
          </>
        )
      }}
    </Loaded>
  )
}

const spoken = ({ expert, kind, adjusted, dropped }: Score): string => {
  const text = `${expert} 号 ${pointsOf(adjusted)}${kind === 'arbitration' ? ' 加' : ''}`
  return dropped ? `（${text}）` : text
}

const columnsOf = (opened: string | null, onOpen: (id: string | null) => void): LineColumn<Result>[] => [
  { key: 'rank', title: '名次', figure: true, render: ({ rank }) => rank ?? '未排' },
  {
    key: 'title',
    title: '材料',
    wide: true,
    render: ({ code, title }) => (
      <>
        <span className="x-num">{code}</span>　{title}
      </>
    ),
  },
  {
    key: 'score',
    title: '得分',
    figure: true,
    render: ({ score }) => (score === null ? '评分不足' : <b>{pointsOf(score)}</b>),
  },
  {
    key: 'spread',
    title: '分差',
    figure: true,
    render: ({ spread }) => (spread === null ? '—' : pointsOf(spread)),
  },
  {
    key: 'scores',
    title: '各专家',
    render: ({ scores }) => <span className="x-num">{scores.map(spoken).join('，')}</span>,
  },
  {
    key: 'opinions',
    title: '评语',
    render: ({ id, title }) => (
      <Button look="text" aria-expanded={opened === id} onClick={() => onOpen(opened === id ? null : id)}>
        {opened === id ? '收起' : '查看'}
        <span className="x-hidden">{title}的评语</span>
      </Button>
    ),
  },
]

/** What the experts said about one item, with the score of each rubric item. */
function Opinions({ result, rules }: { result: Result; rules: Results['rules'] }) {
  return (
    <Panel title={`${result.code}　${result.title}`}>
      <ul className="er-opinions" data-testid="opinions">
        {result.scores.map((score) => (
          <li key={score.expert}>
            <p>
              <b>{score.expert} 号专家</b>
              {`　${pointsOf(score.total)} 分　${labelOf('reviewConclusion', score.conclusion)}`}
              {score.adjusted !== score.total && `　校正后 ${pointsOf(score.adjusted)}`}
            </p>
            <p className="x-soft">
              {rules.rubric
                .map(({ key, label, max }) => `${label} ${(score.scores[key] ?? 0) / 100} / ${max / 100}`)
                .join('　')}
            </p>
            <div>
              <LongText text={score.opinion} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Own mean of each expert beside the mean of all: who is strict and who is mild. */
function Strictness({ results: { experts, mean } }: { results: Results }) {
  if (mean === null) return null
  return (
    <Panel
      title="评分尺度"
      flush
      beside={<span className="x-faint x-dense">全部评分平均 {pointsOf(mean)}；按校正前的总分</span>}
    >
      <LineTable
        label="各专家的评分尺度"
        lines={experts}
        columns={[
          { key: 'expert', title: '专家号', wide: true, render: ({ expert }) => `${expert} 号` },
          { key: 'items', title: '已评', figure: true, render: ({ items }) => `${items} 件` },
          { key: 'mean', title: '平均分', figure: true, render: (one) => pointsOf(one.mean) },
          {
            key: 'difference',
            title: '与全部平均相差',
            figure: true,
            render: (one) => `${one.mean >= mean ? '+' : '−'}${pointsOf(Math.abs(one.mean - mean))}`,
          },
        ]}
        keyOf={({ expert }) => String(expert)}
        stale={false}
      />
    </Panel>
  )
}
