import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { LearningLesson, LearningView } from '../../../catalogue/contract/courses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { ownWhy, useWatch } from '../../engine/watch/use-watch-calls.ts'
import { CountingRule, WatchPlayer } from '../../engine/watch/watch-player.tsx'
import { WhyPanel } from '../../engine/watch/why-panel.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { useLearnt, useLearntAgain } from './use-courses.ts'

const kind = 'course'

/** A course that is learnt: the film of a lesson beside the list of lessons. */
export function LearnPage({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = useLearnt(id)
  const [search] = useSearchParams()
  return (
    <Loaded answer={answer} failed="该课程打开失败，可能已经下架" lines={10}>
      {(course) => {
        const lesson = chosenOf(course, search.get('lesson'))
        return (
          <PageFrame
            title={course.title}
            crumbs={[{ label: entry.title, to: entry.path }, { label: '学习' }]}
            note={`${course.lecturer}　${course.lecturerUnit}`}
          >
            {lesson ? (
              <div className="courses-learn">
                <Lesson key={lesson.id} lesson={lesson} course={course} />
                <Beside course={course} current={lesson} entry={entry} />
              </div>
            ) : (
              <Empty text="该课程暂无录像。" action={<ButtonLink to={entry.path}>看其他课程</ButtonLink>} />
            )}
          </PageFrame>
        )
      }}
    </Loaded>
  )
}

/** The lesson that the address names, else the first that is not complete. */
function chosenOf({ lessons }: LearningView, asked: string | null): LearningLesson | undefined {
  return lessons.find(({ id }) => id === asked) ?? lessons.find(({ complete }) => !complete) ?? lessons[0]
}

function Lesson({ lesson, course }: { lesson: LearningLesson; course: LearningView }) {
  const of = { kind, lesson: lesson.id }
  const answer = useWatch(of)
  const isNew = answer.data?.completeAt != null && !lesson.complete
  const again = useLearntAgain()
  useEffect(() => {
    // The list of lessons and the hours know of it only now.
    if (isNew) void again()
  }, [isNew, again])
  const place = course.lessons.indexOf(lesson) + 1
  return (
    <div className="courses-stack">
      <Panel title={`第 ${place} 课时　${lesson.title}`}>
        <Loaded answer={answer} failed="该课时打开失败" lines={8}>
          {(view) => <WatchPlayer of={of} film={lesson.film} view={view} />}
        </Loaded>
      </Panel>
      <Why address={ownWhy(of)} />
    </div>
  )
}

function Why({ address }: { address: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="为什么没计入"
      extra={
        <Button look="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '看播放记录'}
        </Button>
      }
    >
      {isOpen ? (
        <div className="courses-stack">
          <WhyPanel address={address} />
          <p className="x-soft x-dense">
            不同意的，15 个工作日内联系开设课程的单位；核实后在学时账上更正，播放记录不改。
          </p>
        </div>
      ) : (
        <p className="x-soft x-dense">每次播放计入多少、没计入的原因和补看的办法。</p>
      )}
    </Panel>
  )
}

/** The lessons of the course with what is counted of each, and how it is counted. */
function Beside(props: { course: LearningView; current: LearningLesson; entry: PageEntry }) {
  const { course, current, entry } = props
  const watched = useWatch({ kind, lesson: current.id }).data
  const lessons = course.lessons.map((one) =>
    one.id === current.id && watched ? { ...one, counted: watched.seconds } : one,
  )
  const sum = (read: (one: LearningLesson) => number) => lessons.reduce((all, one) => all + read(one), 0)
  const done = lessons.filter(({ complete }) => complete).length
  return (
    <div className="courses-stack">
      <Panel
        title="课时"
        beside={<span className="x-num x-soft">{`${done} / ${lessons.length}`}</span>}
        flush
      >
        <ol className="courses-list">
          {lessons.map((one, n) => (
            <li key={one.id}>
              <Link
                to={`${entry.path}?course=${course.id}&lesson=${one.id}`}
                aria-current={one.id === current.id ? 'page' : undefined}
              >
                <span className="courses-list-name">
                  {n + 1}　{one.title}
                </span>
                <span className="x-num x-dense">
                  {one.complete && <Icon name="pass" />}
                  {one.complete ? '完成' : clockText(one.film.seconds)}
                </span>
                <Meter
                  percent={Math.round((100 * one.counted) / one.film.seconds)}
                  label={`第 ${n + 1} 课时已计`}
                />
              </Link>
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title="进度和学时">
        <dl className="courses-facts">
          <dt>全课已计</dt>
          <dd className="x-num">
            {clockText(sum(({ counted }) => counted))} / {clockText(sum(({ film }) => film.seconds))}
          </dd>
          <dt>学时</dt>
          <dd>{hoursWords(course)}</dd>
        </dl>
        <h3>计时怎么算</h3>
        <CountingRule {...course} />
      </Panel>
    </div>
  )
}

function hoursWords({ hours, creditKind, byLesson, given }: LearningView): string {
  if (hours === null) return '该课程不给学时'
  const sort = creditKind === null ? '' : `（${labelOf('creditKind', creditKind)}）`
  const how = byLesson ? '每完成一个课时给一份' : '全部完成以后给'
  return given > 0 ? `已得 ${given}，共 ${hours}${sort}` : `${hours}${sort}，${how}`
}
