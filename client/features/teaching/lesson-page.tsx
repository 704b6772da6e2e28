import { useRef, useState, type RefObject } from 'react'
import type { LessonView } from '../../../catalogue/contract/teaching/lessons.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useQuery } from '@tanstack/react-query'
import { fileAddressQuery, useFileAddress } from '../../engine/evidence/addresses.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Recording } from '../../viewer/recording.tsx'
import { RecordingSettings } from './recording-settings.tsx'
import { Remarks } from './remarks.tsx'
import { Results } from './results.tsx'
import { Sheet } from './sheet.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { useLesson, useTeachingCalls } from './use-teaching.ts'
import { secondText } from './words.ts'
import './teaching.css'

/** 听课评课: the recording with what was said at its seconds, beside the sheet or the results of one lesson. */
export function LessonPage({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useLesson(id)
  const role = useSession()?.role ?? 0
  return (
    <Loaded answer={answer} failed="该课打开失败" lines={10}>
      {(lesson) => {
        const back =
          role === 2
            ? { label: '教研档案', to: `${entry.path}?tab=record` }
            : { label: lesson.activity, to: `${entry.path}?tab=researchActivity&id=${lesson.activityId}` }
        return (
          <PageFrame
            title={`《${lesson.title}》`}
            crumbs={[back, { label: '听课评课' }]}
            note={`${lesson.lecturer}　${lesson.institution}　${lesson.activity}`}
          >
            <Lesson lesson={lesson} />
          </PageFrame>
        )
      }}
    </Loaded>
  )
}

function Lesson({ lesson }: { lesson: LessonView }) {
  const player = useRef<HTMLVideoElement>(null)
  const { recording } = lesson
  const fileId = recording?.fileId ?? null
  const film = fileId === null ? null : { fileId, captionsId: recording?.captionsId ?? null }
  const play = (second: number) => {
    const at = player.current
    if (!at) return
    at.currentTime = second
    void at.play().catch(() => undefined)
  }
  const now = () => (player.current ? Math.round(player.current.currentTime) : null)
  return (
    <div className="teaching-lesson" data-testid="lesson">
      <div className="teaching-stack">
        {film && <Film recording={film} remarks={lesson.remarks} player={player} onPlay={play} />}
        {lesson.reader !== 'observer' && <RecordingSettings lesson={lesson} />}
        <Remarks lesson={lesson} play={fileId === null ? null : play} now={now} />
      </div>
      <div className="teaching-stack">
        {lesson.reader === 'observer' && <Sheet key={lesson.own?.version ?? 0} lesson={lesson} />}
        <Results lesson={lesson} />
        {lesson.reader === 'lecturer' && <Reflection key={lesson.version} lesson={lesson} />}
      </div>
    </div>
  )
}

/** The recording, and below it a bar on which each remark stands at its second. */
function Film({
  recording,
  remarks,
  player,
  onPlay,
}: {
  recording: { readonly fileId: string; readonly captionsId: string | null }
  remarks: LessonView['remarks']
  player: RefObject<HTMLVideoElement | null>
  onPlay: (second: number) => void
}) {
  const { data, isError } = useFileAddress(recording.fileId)
  const captions = useQuery({
    ...fileAddressQuery(recording.captionsId ?? ''),
    enabled: recording.captionsId !== null,
  })
  const [seconds, setSeconds] = useState(0)
  const marks = remarks.flatMap(({ id, second, text }) =>
    second !== null && second <= seconds ? [{ id, second, text }] : [],
  )
  return (
    <Panel title="课堂录像">
      {isError && <ErrorBox title="录像打开失败" detail="可能没有查看的权限，请联系主办单位。" />}
      {data && (
        <Recording
          type="video"
          url={data.preview_url}
          name={data.name}
          captions={captions.data?.preview_url ?? null}
          player={player}
          onLength={setSeconds}
        />
      )}
      {seconds > 0 && marks.length > 0 && (
        <fieldset className="teaching-bar" aria-label="话在录像里的位置">
          {marks.map(({ id, second, text }) => (
            <button
              key={id}
              type="button"
              style={{ insetInlineStart: `${(100 * second) / seconds}%` }}
              aria-label={`${secondText(second)} ${text}`}
              onClick={() => onPlay(second)}
            />
          ))}
        </fieldset>
      )}
    </Panel>
  )
}

function Reflection({ lesson }: { lesson: LessonView }) {
  const [text, setText] = useState(lesson.reflection)
  const { write } = useTeachingCalls()
  const { busy, faults, run } = useAct(['reflection'])
  const save = async () => {
    await write(lesson.id, 'reflection', { version: lesson.version, reflection: text })
    notify.success('已保存，归档时写入课程教学')
  }
  if (!lesson.open)
    return lesson.reflection === '' ? null : <Panel title="教学反思">{lesson.reflection}</Panel>
  return (
    <Panel title="教学反思">
      <div className="teaching-stack">
        <TextBox
          label="反思（归档时写入本人的课程教学）"
          value={text}
          most={2_000}
          rows={5}
          fault={faults['reflection']}
          onChange={setText}
        />
        {faults['form'] !== undefined && <ErrorBox title="没有保存" detail={faults['form']} />}
        <div>
          <Button busy={busy} onClick={() => void run(save)}>
            保存反思
          </Button>
        </div>
      </div>
    </Panel>
  )
}
