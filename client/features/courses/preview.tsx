import { useState } from 'react'
import type { CourseView, LessonKept } from '../../../catalogue/contract/courses.ts'
import type { WatchView } from '../../../catalogue/contract/watch.ts'
import { neededOf } from '../../../catalogue/watch/completion.ts'
import { CountingRule, WatchPlayer } from '../../engine/watch/watch-player.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** A course as its learners see it. Nothing is counted, and no answer is judged. */
export function Preview({ course }: { course: CourseView }) {
  const lessons = course.lessons.filter(({ film }) => film !== null)
  const [chosen, setChosen] = useState(lessons[0]?.id ?? '')
  const lesson = lessons.find(({ id }) => id === chosen)
  if (!lesson?.film) return <Empty text="有录像的课时才能预览，先在“课时”里上传。" />
  return (
    <Panel title="预览" beside={<span className="x-soft x-dense">和学员看到的一样，不计时</span>}>
      <div className="courses-stack">
        <Choice
          isRequired
          label="课时"
          value={chosen}
          options={lessons.map(({ id, title }, n) => ({ code: id, label: `${n + 1}　${title}` }))}
          onChange={setChosen}
        />
        <WatchPlayer key={chosen} of={null} film={lesson.film} view={viewFor(course, lesson)} />
        <CountingRule {...course} />
      </div>
    </Panel>
  )
}

/** What somebody sees of a lesson who has not begun it. */
function viewFor(
  { rate, lateMinutes, threshold }: CourseView,
  { id, film, questions }: LessonKept,
): WatchView {
  const length = film?.seconds ?? 0
  return {
    kind: 'course',
    lesson: id,
    length,
    cap: rate,
    lateMinutes,
    needed: neededOf(length, threshold),
    seconds: 0,
    seen: [],
    played: [],
    again: [],
    resume: null,
    completeAt: null,
    replaced: false,
    checkpoints: questions.map(({ no, second, from, kind, text, choices, required }, n) => ({
      no: no ?? n + 1,
      second,
      passage: [from, second],
      kind,
      text,
      choices,
      required,
      tries: 0,
      rightAt: null,
      hint: '',
      waits: 0,
      passageSeen: 0,
      passageNeeded: 0,
    })),
  }
}
