import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import type { CourseLine } from '../../../catalogue/contract/courses.ts'
import { labelOf, selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { courseHeads, grantWords, headsOf } from '../../../catalogue/watch/heads.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { CoursePage } from './course-page.tsx'
import { useCourses } from './use-courses.ts'
import './courses.css'

interface Props {
  readonly entry: PageEntry
  /** Writes a course as a content: introduction, hours, who may see it. */
  readonly Content: ComponentType<{ entry: PageEntry }>
}

/**
 * 教研课程 of an office: the list of courses, one with its lessons and learners (`?course=`), and its
 * introduction as a content (`?id=`, `?new=1`).
 */
export function CoursesPage({ entry, Content }: Props) {
  const [search] = useSearchParams()
  if (['id', 'new', 'queue'].some((key) => search.has(key))) return <Content entry={entry} />
  const course = Number(search.get('course'))
  return Number.isInteger(course) && course > 0 ? (
    <CoursePage key={course} entry={entry} id={course} />
  ) : (
    <CourseList entry={entry} />
  )
}

const columns = (entry: PageEntry): LineColumn<CourseLine>[] => [
  {
    key: 'title',
    title: courseHeads.title,
    wide: true,
    render: ({ id, title }) => <Link to={`${entry.path}?course=${id}`}>{title || '（未填）'}</Link>,
  },
  {
    key: 'subject',
    title: courseHeads.subject,
    render: ({ subject }) => (subject === null ? '' : labelOf('subject', subject)),
  },
  { key: 'org', title: courseHeads.org, render: ({ org }) => org },
  { key: 'state', title: courseHeads.state, render: ({ state }) => contentStates[state] },
  {
    key: 'lessons',
    title: courseHeads.lessons,
    figure: true,
    render: ({ lessons, seconds }) => (lessons === 0 ? '0' : `${lessons}（${clockText(seconds)}）`),
  },
  { key: 'hours', title: courseHeads.hours, figure: true, render: ({ hours }) => hours ?? '不给' },
  { key: 'learners', title: courseHeads.learners, figure: true, render: ({ learners }) => learners },
  { key: 'complete', title: courseHeads.complete, figure: true, render: ({ complete }) => complete },
  {
    key: 'rate',
    title: '完成率',
    figure: true,
    render: ({ complete, learners }) =>
      learners === 0 ? '–' : `${Math.round((100 * complete) / learners)}%`,
  },
]

const options = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

function CourseList({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 0
  const asked = useAsked(['q', 'state', 'subject', 'grants'] as const)
  const answer = useCourses({ ...asked.filter, page: asked.page, pageSize: 20 })
  const office = officePath(role, contents.course) ?? entry.path
  const fresh = `${office}&new=1`
  const add = (
    <ButtonLink to={fresh} look="primary" icon="add">
      新增课程
    </ButtonLink>
  )
  return (
    <PageFrame
      title={entry.title}
      note="课程由课时组成；看满并答对检查题即完成，学时只给一次"
      actions={
        <>
          <ButtonLink to={`${office}&queue=mine`}>等我审核</ButtonLink>
          {add}
        </>
      }
    >
      <FilterBar
        search={{ key: 'q', label: '课程名称' }}
        filters={[
          { kind: 'choice', key: 'state', label: '状态', options: options(contentStates) },
          {
            kind: 'choice',
            key: 'subject',
            label: '学科',
            options: selectable('subject').map(({ code, label }) => ({ value: code, label })),
          },
          { kind: 'choice', key: 'grants', label: '学时', options: options(grantWords) },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title={entry.title}
          list="courses"
          query={asked.filter}
          columns={headsOf(courseHeads)}
          total={answer.data?.total}
          unit="门"
        />
      </FilterBar>
      <Loaded answer={answer} failed="教研课程打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的课程。' : '暂无课程，请新增课程。'}
              action={asked.isNarrowed ? <Button onClick={asked.clear}>清除条件</Button> : add}
            />
          ) : (
            <>
              <LineTable
                label={entry.title}
                lines={data.list}
                columns={columns(entry)}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="course-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
