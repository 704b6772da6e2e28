import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import type { CourseView, LessonKept } from '../../../catalogue/contract/courses.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { Learners } from './learners.tsx'
import { LessonForm } from './lesson-form.tsx'
import { Preview } from './preview.tsx'
import { useCourse, useCourseCalls } from './use-courses.ts'

type Part = 'lessons' | 'learners' | 'preview'

/** A course of an office: its lessons with questions, its learners, and how it looks to them. */
export function CoursePage({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = useCourse(id)
  const role = useSession()?.role ?? 0
  const [search, setSearch] = useSearchParams()
  const asked = search.get('part')
  const part: Part = asked === 'learners' || asked === 'preview' ? asked : 'lessons'
  return (
    <Loaded answer={answer} failed="该课程打开失败" lines={10}>
      {(course) => (
        <PageFrame
          title={course.title || '（未填）'}
          crumbs={[{ label: entry.title, to: entry.path }, { label: '课程' }]}
          note={`${course.org}　${contentStates[course.state]}　最高计入 ${course.rate}×　看满 ${course.threshold}% 完成　${
            course.hours === null ? '不给学时' : `${course.hours} 学时`
          }`}
          actions={
            <ButtonLink to={officePath(role, contents.course, id) ?? entry.path} icon="edit">
              课程介绍与发布
            </ButtonLink>
          }
        >
          <StateTabs
            label="课程"
            tabs={[
              { key: 'lessons', label: '课时', count: course.lessons.length },
              { key: 'learners', label: '学员' },
              { key: 'preview', label: '预览' },
            ]}
            current={part}
            onSelect={(key) => setSearch({ course: String(id), part: key })}
          />
          {part === 'lessons' && <Lessons course={course} />}
          {part === 'learners' && <Learners id={id} lessons={course.lessons} />}
          {part === 'preview' && <Preview course={course} />}
        </PageFrame>
      )}
    </Loaded>
  )
}

function Lessons({ course }: { course: CourseView }) {
  const [open, setOpen] = useState<string | null>(null)
  const { lessons, mayEdit } = course
  return (
    <div className="courses-stack">
      {lessons.length === 0 && (
        <Empty text={mayEdit ? '暂无课时，请先新增课时，再上传录像。' : '该课程暂无课时。'} />
      )}
      <ol className="courses-lessons">
        {lessons.map((lesson, n) => (
          <li key={lesson.id} data-testid="lesson">
            <LessonLine
              course={course}
              lesson={lesson}
              place={n}
              isOpen={open === lesson.id}
              onOpen={() => setOpen(open === lesson.id ? null : lesson.id)}
            />
            {open === lesson.id && mayEdit && (
              <LessonForm
                key={lesson.version}
                courseId={course.id}
                lesson={lesson}
                onDone={() => setOpen(null)}
              />
            )}
          </li>
        ))}
      </ol>
      {mayEdit && <AddLesson id={course.id} onAdded={setOpen} />}
    </div>
  )
}

function LessonLine({
  course,
  lesson,
  place,
  isOpen,
  onOpen,
}: {
  course: CourseView
  lesson: LessonKept
  place: number
  isOpen: boolean
  onOpen: () => void
}) {
  const { order, remove } = useCourseCalls(course.id)
  const { busy, faults, run } = useAct([])
  const ids = course.lessons.map(({ id }) => id)
  const move = (by: number) => order(ids.with(place, ids[place + by] ?? '').with(place + by, lesson.id))
  const drop = async () => {
    const text =
      lesson.learners > 0
        ? `${lesson.learners} 人看过；删去后不再计入完成，看过的记录仍留着。`
        : '录像和检查题一并删去。'
    if (!(await confirm({ title: `删去课时“${lesson.title}”`, text, ok: '删去课时', danger: true }))) return
    await remove(lesson.id)
    notify.success('已删去')
  }
  return (
    <div className="courses-line">
      <span className="courses-name">
        <b>
          {place + 1}　{lesson.title}
        </b>
        <span className="x-soft x-dense">
          {lesson.film ? clockText(lesson.film.seconds) : '暂无录像'}　{lesson.questions.length} 道检查题
          {lesson.film && lesson.film.captions === null && '　没有字幕'}　{lesson.learners} 人看过
        </span>
      </span>
      {course.mayEdit && (
        <span className="courses-acts">
          <Button
            icon="up"
            aria-label={`把“${lesson.title}”往前移`}
            disabled={place === 0 || busy}
            onClick={() => void run(async () => void (await move(-1)))}
          />
          <Button
            icon="down"
            aria-label={`把“${lesson.title}”往后移`}
            disabled={place === ids.length - 1 || busy}
            onClick={() => void run(async () => void (await move(1)))}
          />
          <Button aria-expanded={isOpen} onClick={onOpen}>
            {isOpen ? '收起' : '编辑'}
            <span className="x-hidden">{lesson.title}</span>
          </Button>
          <Button look="text" busy={busy} onClick={() => void run(drop)}>
            删去<span className="x-hidden">{lesson.title}</span>
          </Button>
        </span>
      )}
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
    </div>
  )
}

function AddLesson({ id, onAdded }: { id: number; onAdded: (lesson: string) => void }) {
  const [title, setTitle] = useState('')
  const { add } = useCourseCalls(id)
  const { busy, faults, run } = useAct(['title'])
  const make = async () => {
    const { lessons } = await add({ title })
    setTitle('')
    const made = lessons.at(-1)
    if (made) onAdded(made.id)
  }
  return (
    <Panel title="新增课时">
      <form
        className="courses-add"
        onSubmit={(event) => {
          event.preventDefault()
          void run(make)
        }}
      >
        <TextField
          label="课时名称"
          value={title}
          maxLength={100}
          fault={faults['title'] ?? faults['form']}
          onChange={setTitle}
        />
        <Button type="submit" look="primary" icon="add" busy={busy}>
          新增课时
        </Button>
      </form>
    </Panel>
  )
}
