import { useState } from 'react'
import type { LearnerLine, LessonKept } from '../../../catalogue/contract/courses.ts'
import { headsOf, learnerHeads, learnerStates } from '../../../catalogue/watch/heads.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { WhyPanel } from '../../engine/watch/why-panel.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { learnerWhy, useLearners } from './use-courses.ts'

const columns = (onWhy: (line: LearnerLine) => void): LineColumn<LearnerLine>[] => [
  { key: 'name', title: learnerHeads.name, wide: true, render: ({ name }) => name },
  { key: 'institution', title: learnerHeads.institution, render: ({ institution }) => institution },
  {
    key: 'seconds',
    title: learnerHeads.seconds,
    figure: true,
    render: ({ seconds }) => clockText(seconds),
  },
  {
    key: 'complete',
    title: learnerHeads.complete,
    figure: true,
    render: ({ complete, lessons }) => `${complete}/${lessons}`,
  },
  {
    key: 'done',
    title: learnerHeads.done,
    render: ({ done }) => learnerStates[done ? 'complete' : 'learning'],
  },
  { key: 'hours', title: learnerHeads.hours, figure: true, render: ({ hours }) => hours },
  { key: 'heard', title: learnerHeads.heard, render: ({ heardAt }) => listTime(heardAt) },
  {
    key: 'why',
    title: '播放记录',
    render: (line) => (
      <Button look="text" onClick={() => onWhy(line)}>
        为什么没计入<span className="x-hidden">：{line.name}</span>
      </Button>
    ),
  },
]

/** The learners of a course, and what was counted of each and why not. */
export function Learners({ id, lessons }: { id: number; lessons: readonly LessonKept[] }) {
  const asked = useAsked(['q', 'state'] as const)
  const answer = useLearners(id, { ...asked.filter, page: asked.page, pageSize: 20 })
  const [why, setWhy] = useState<LearnerLine | null>(null)
  return (
    <div className="courses-stack">
      <FilterBar
        search={{ key: 'q', label: '姓名' }}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: '状态',
            options: Object.entries(learnerStates).map(([value, label]) => ({ value, label })),
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title="学员"
          list="courses/learners"
          query={{ ...asked.filter, id: String(id) }}
          columns={headsOf(learnerHeads)}
          total={answer.data?.total}
          unit="人"
        />
      </FilterBar>
      <Loaded answer={answer} failed="学员打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text={asked.isNarrowed ? '没有符合条件的学员。' : '该课程暂无学员。'} />
          ) : (
            <>
              <LineTable
                label="学员"
                lines={data.list}
                columns={columns(setWhy)}
                keyOf={({ teacherId }) => String(teacherId)}
                stale={answer.isPlaceholderData}
                testId="learner"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
      {why && (
        <Why key={why.teacherId} id={id} learner={why} lessons={lessons} onClose={() => setWhy(null)} />
      )}
    </div>
  )
}

function Why({
  id,
  learner,
  lessons,
  onClose,
}: {
  id: number
  learner: LearnerLine
  lessons: readonly LessonKept[]
  onClose: () => void
}) {
  const [lesson, setLesson] = useState(learner.lesson)
  return (
    <Panel
      title={`${learner.name}的播放记录`}
      extra={
        <Button look="text" onClick={onClose}>
          收起
        </Button>
      }
    >
      <div className="courses-stack">
        <Choice
          isRequired
          label="课时"
          value={lesson}
          options={lessons.map(({ id: code, title }, n) => ({ code, label: `${n + 1}　${title}` }))}
          onChange={setLesson}
        />
        <WhyPanel address={learnerWhy(id, lesson, learner.teacherId)} />
        <p className="x-soft x-dense">
          计的是播放过的秒，不能证明人在听；检查题由课程的作者写在要紧的地方。有异议的，核实后在学时账上更正，播放记录不改。
        </p>
      </div>
    </Panel>
  )
}
