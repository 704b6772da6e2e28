import { Link, useSearchParams } from 'react-router'
import type { LearningLine, LearningPage as Learning } from '../../../catalogue/contract/courses.ts'
import { labelOf, selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { learnerStates } from '../../../catalogue/watch/heads.ts'
import { clockText, deviceText } from '../../../catalogue/watch/words.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { LearnPage } from './learn-page.tsx'
import { useLearning } from './use-courses.ts'
import './courses.css'

/** 教研课程 of a teacher: where to go on, courses to learn, and one of them (`?course=`). */
export function LearningPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const course = Number(search.get('course'))
  return Number.isInteger(course) && course > 0 ? (
    <LearnPage key={course} entry={entry} id={course} />
  ) : (
    <List entry={entry} />
  )
}

const states = { ...learnerStates, new: '未开始' }

const stateOf = ({ done, counted }: LearningLine): string =>
  states[done ? 'complete' : counted > 0 ? 'learning' : 'new']

const columns = (entry: PageEntry): LineColumn<LearningLine>[] => [
  {
    key: 'title',
    title: '课程',
    wide: true,
    render: ({ id, title }) => <Link to={`${entry.path}?course=${id}`}>{title}</Link>,
  },
  {
    key: 'subject',
    title: '学科',
    render: ({ subject }) => (subject === null ? '' : labelOf('subject', subject)),
  },
  { key: 'lecturer', title: '主讲人', render: ({ lecturer }) => lecturer },
  {
    key: 'lessons',
    title: '课时',
    figure: true,
    render: ({ lessons, complete }) => `${complete}/${lessons}`,
  },
  {
    key: 'counted',
    title: '已计',
    render: ({ title, counted, seconds }) => (
      <span className="courses-counted">
        <Meter percent={Math.round((100 * counted) / Math.max(1, seconds))} label={`${title}已计`} />
        <span className="x-num">
          {clockText(counted)} / {clockText(seconds)}
        </span>
      </span>
    ),
  },
  { key: 'state', title: '状态', render: stateOf },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours, given }) => (hours === null ? '不给' : given > 0 ? `已得 ${given}` : hours),
  },
]

function List({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['q', 'state', 'subject'] as const)
  const answer = useLearning({ ...asked.filter, page: asked.page, pageSize: 20 })
  return (
    <PageFrame title={entry.title} note="看满并答对检查题即完成；学时计入学时账，一门课程只给一次">
      {answer.data?.goOn && <GoOn entry={entry} goOn={answer.data.goOn} />}
      <FilterBar
        search={{ key: 'q', label: '课程名称' }}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: '状态',
            options: Object.entries(states).map(([value, label]) => ({ value, label })),
          },
          {
            kind: 'choice',
            key: 'subject',
            label: '学科',
            options: selectable('subject').map(({ code, label }) => ({ value: code, label })),
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="教研课程打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的课程。' : '暂无可学习的课程。'}
              action={
                asked.isNarrowed ? (
                  <Button onClick={asked.clear}>清除条件</Button>
                ) : (
                  <ButtonLink to="/home/jyFIle/yx3Kecheng">看门户上的课程</ButtonLink>
                )
              }
            />
          ) : (
            <>
              <LineTable
                label={entry.title}
                lines={data.list}
                columns={columns(entry)}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="learning-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** The way back to where the teacher stopped, on whichever device. */
function GoOn({ entry, goOn }: { entry: PageEntry; goOn: NonNullable<Learning['goOn']> }) {
  const { course, title, lesson, lessonTitle, at, device } = goOn
  return (
    <Panel title="接着看">
      <div className="courses-go-on" data-testid="go-on">
        <span className="courses-name">
          <span>
            <b>{title}</b>　{lessonTitle}
          </span>
          <span className="x-soft x-dense">
            上次在{deviceText(device)}看到 {clockText(at)}
          </span>
        </span>
        <ButtonLink to={`${entry.path}?course=${course}&lesson=${lesson}`} look="primary" icon="play">
          接着看
        </ButtonLink>
      </div>
    </Panel>
  )
}
