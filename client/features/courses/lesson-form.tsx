import { useRef, useState, type RefObject } from 'react'
import { file, type Field } from '../../../catalogue/define.ts'
import type { LessonKept } from '../../../catalogue/contract/courses.ts'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'
import { fileAddressQuery } from '../../engine/evidence/addresses.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { OfferedCopy } from '../../engine/form/offered-copy.tsx'
import { useTypedCopy } from '../../engine/form/use-typed-copy.ts'
import { Surroundings } from '../../engine/kinds/surroundings.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useQuery } from '@tanstack/react-query'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Recording } from '../../viewer/recording.tsx'
import { QuestionFields } from './question-fields.tsx'
import {
  questionAt,
  sentOf,
  typedLesson,
  typedOf,
  type TypedLesson,
  type TypedQuestion,
} from './typed-lesson.ts'
import { useCourseCalls } from './use-courses.ts'

const files: Readonly<Record<'fileId' | 'captionsId' | 'slidesId', Field>> = {
  fileId: file('录像', {
    accept: ['mp4', 'webm', 'mp3'],
    help: '换一个录像，没完成的学员重新计，已完成的不变',
  }),
  captionsId: file('字幕', { accept: ['vtt'], help: 'WebVTT 文件；听不清、听不见的人要靠它' }),
  slidesId: file('讲义', { accept: ['pdf'] }),
}
const noRow = {}

interface LessonFormProps {
  readonly courseId: number
  readonly lesson: LessonKept
  readonly onDone: () => void
}

/** What is typed of a lesson, its copy on this computer, and how it is saved. */
function useLessonForm({ courseId, lesson, onDone }: LessonFormProps, seconds: number | null) {
  const copy = useTypedCopy({
    key: `course-lesson/${lesson.id}`,
    schema: typedLesson,
    start: () => typedOf(lesson),
    version: lesson.version,
  })
  const { typed, change, isDue } = copy
  const { save } = useCourseCalls(courseId)
  const places = typed.questions.flatMap((_, n) =>
    ['second', 'from', 'kind', 'text', 'choices', 'right', 'hint'].map((one) => `questions.${n}.${one}`),
  )
  const { busy, faults, setFaults, run } = useAct(['title', 'fileId', 'captionsId', 'slidesId', ...places])
  const pass = useLeaveGuard(isDue)
  const put = (place: number, part: Partial<TypedQuestion>) =>
    change({ questions: typed.questions.map((one, n) => (n === place ? { ...one, ...part } : one)) })
  const store = async () => {
    const { questions } = sentOf(typed)
    // Before the page shows the lesson anew, which would offer the copy.
    const stored = () => {
      copy.drop()
      pass()
      onDone()
    }
    await save(lesson.id, { ...typed, questions, seconds, version: lesson.version }, stored)
    notify.success('课时已保存')
  }
  const submit = () => {
    const { faults: wrong } = sentOf(typed)
    if (Object.keys(wrong).length > 0) setFaults(wrong)
    else void run(store)
  }
  return { copy, typed, change, isDue, busy, faults, put, submit }
}

/** The form of a lesson: its recording and its questions, saved together. */
export function LessonForm(props: LessonFormProps) {
  const { lesson } = props
  const player = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const { copy, typed, change, isDue, busy, faults, put, submit } = useLessonForm(props, seconds)
  const here = () => Math.max(1, Math.floor(player.current?.currentTime ?? 0))
  return (
    <form
      className="courses-stack courses-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <OfferedCopy what="课时" {...copy} />
      <TextField
        label="课时名称"
        value={typed.title}
        maxLength={100}
        fault={faults['title']}
        onChange={(title) => change({ title })}
      />
      <LessonFiles lesson={lesson} typed={typed} faults={faults} onChange={change} />
      {typed.fileId !== null && <Film lesson={lesson} typed={typed} player={player} onLength={setSeconds} />}
      {typed.questions.map((one, n) => (
        <QuestionFields
          key={`${one.no ?? 'new'} ${n}`}
          place={n}
          one={one}
          faultOf={(field) => faults[`questions.${n}.${field}`]}
          onChange={(part) => put(n, part)}
          onRemove={() => change({ questions: typed.questions.toSpliced(n, 1) })}
        />
      ))}
      <div className="courses-acts">
        <Button
          icon="add"
          disabled={typed.fileId === null}
          onClick={() => change({ questions: [...typed.questions, questionAt(here())] })}
        >
          在播放到的位置加检查题
        </Button>
      </div>
      {faults['form'] !== undefined && <ErrorBox title="没有保存" detail={faults['form']} />}
      <div className="courses-acts">
        <Button type="submit" look="primary" busy={busy}>
          保存课时
        </Button>
        <span className="x-faint x-note">{isDue ? '有没保存的填写，本机留有副本' : ''}</span>
      </div>
    </form>
  )
}

/** Recording, captions and handout of a lesson. */
function LessonFiles({
  lesson,
  typed,
  faults,
  onChange,
}: {
  lesson: LessonKept
  typed: TypedLesson
  faults: Readonly<Record<string, string | undefined>>
  onChange: (part: Partial<TypedLesson>) => void
}) {
  const setFile = (name: string, value: unknown) =>
    onChange({ [name]: typeof value === 'string' ? value : null })
  return (
    <Surroundings value={{ files: filesOf(lesson), areas: null }}>
      <div className="courses-files">
        {(['fileId', 'captionsId', 'slidesId'] as const).map((name) => (
          <FieldRow
            key={name}
            name={name}
            field={files[name]}
            value={typed[name]}
            row={noRow}
            required={false}
            fault={faults[name]}
            onSet={setFile}
            onLeave={() => undefined}
          />
        ))}
      </div>
    </Surroundings>
  )
}

/** The files of a lesson that is saved, which a colleague uploaded perhaps. */
function filesOf({ film }: LessonKept): readonly ContentFile[] {
  if (!film) return []
  const held = (id: string | null, name: string, url: string | null): ContentFile[] =>
    id === null || url === null ? [] : [{ id, name, mime: '', bytes: 0, url, download: url }]
  return [
    ...held(film.fileId, film.name, film.url),
    ...held(film.captionsId, '字幕', film.captions),
    ...held(film.slidesId, '讲义', film.slides),
  ]
}

/** Where a file can be fetched: the address that came with the lesson, else that of an own upload. */
function useAddress(id: string | null, known: readonly ContentFile[]): string | null {
  const held = known.find((one) => one.id === id)
  const asked = useQuery({ ...fileAddressQuery(id ?? ''), enabled: id !== null && held === undefined })
  return held?.url ?? asked.data?.preview_url ?? null
}

/** The recording beside the form: it says how long it is, and where a question is to stand. */
function Film({
  lesson,
  typed,
  player,
  onLength,
}: {
  lesson: LessonKept
  typed: TypedLesson
  player: RefObject<HTMLVideoElement | null>
  onLength: (seconds: number) => void
}) {
  const known = filesOf(lesson)
  const film = useAddress(typed.fileId, known)
  const captions = useAddress(typed.captionsId, known)
  return film === null ? null : (
    <div className="courses-film">
      <Recording
        key={film}
        type="video"
        url={film}
        name={typed.title}
        captions={captions}
        player={player}
        onLength={onLength}
      />
    </div>
  )
}
