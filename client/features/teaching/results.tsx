import type { LessonView } from '../../../catalogue/contract/teaching/lessons.ts'
import { leastSheets } from '../../../catalogue/teaching/scores.ts'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { pointsText } from './words.ts'

/** Who handed in, and once the reader may see it the means of the items: items are compared, people are not. */
export function Results({ lesson }: { lesson: LessonView }) {
  const { counts, means, closedBecause, rubric, sheets } = lesson
  const lines = rubric.map(({ item, weight }, n) => ({
    item,
    weight,
    mean: means?.items[n]?.mean ?? null,
    of: means?.items[n]?.of ?? 0,
  }))
  return (
    <Panel title="听课情况">
      <div className="teaching-stack" data-testid="lesson-results">
        <p>
          听课 <b className="x-num">{counts.observers}</b> 人，已提交{' '}
          <b className="x-num">{counts.handedIn}</b> 份
          {counts.withdrawn > 0 && <>，撤回在改 {counts.withdrawn} 份</>}
        </p>
        {closedBecause !== null && <p className="x-soft">{closedBecause}。</p>}
        {means && (
          <>
            {means.total === null ? (
              <p className="x-soft">满 {leastSheets} 份听课表才有平均分。</p>
            ) : (
              <p>
                平均 <b className="x-num">{pointsText(means.total)}</b>
              </p>
            )}
            <LineTable
              label="各项平均"
              lines={lines}
              columns={[
                { key: 'item', title: '观察项目', wide: true, render: ({ item }) => item },
                {
                  key: 'mean',
                  title: '平均 / 分值',
                  figure: true,
                  render: ({ mean, weight }) => (
                    <span className="x-num">
                      {pointsText(mean)} / {weight}
                    </span>
                  ),
                },
                {
                  key: 'of',
                  title: '观察的人',
                  figure: true,
                  render: ({ of }) => <span className="x-num">{of}</span>,
                },
              ]}
              keyOf={({ item }) => item}
              stale={false}
              testId="item-mean"
            />
          </>
        )}
        {sheets.map(({ observer, summary }) => (
          <p key={observer}>
            <b>{observer}</b>　{summary}
          </p>
        ))}
      </div>
    </Panel>
  )
}
