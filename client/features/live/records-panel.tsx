import { useState } from 'react'
import { Link } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import type { LiveRecord, LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { addLessonOf, useCoursesToFill, useRelease } from './use-replay.ts'

/** The recordings that the portal took over: shown as the replay, drafted as resources, made lessons of. */
export function RecordsPanel({ live }: { live: LiveView }) {
  const release = useRelease(live.id)
  const [lesson, setLesson] = useState<LiveRecord | null>(null)
  const role = useSession()?.role ?? 0
  const { records, released, room } = live
  return (
    <Panel
      title="录像"
      extra={
        records.length > 0 && (
          <Button
            look={released ? 'plain' : 'primary'}
            busy={release.isPending}
            onClick={() => release.mutate(!released)}
          >
            {released ? '撤回回放' : '发布回放'}
          </Button>
        )
      }
    >
      {release.error !== null && <ErrorBox title="操作失败" detail={sentenceOf(release.error)} />}
      {room?.lookFault != null && <ErrorBox title="录像转存失败" detail={room.lookFault} />}
      {records.length === 0 ? (
        <Empty text="暂无录像。直播服务器交来以后自动转存，最迟等一周。" />
      ) : (
        <>
          <p className="x-soft">
            {released ? '能看该直播的人都能看回放。' : '回放尚未发布，只有主持的人看得到。'}
          </p>
          <ul className="live-records" aria-label="录像">
            {records.map((record) => (
              <li key={record.no} data-testid="live-record">
                <span>
                  {listTime(record.startedAt)}　{clockText(record.seconds)}
                </span>
                <span className="x-row-acts">
                  {record.draftId !== null && (
                    <Link to={officePath(role, contents.resource, record.draftId) ?? '/'}>资源草稿</Link>
                  )}
                  {role !== 2 && (
                    <Button look="text" onClick={() => setLesson(record)}>
                      加到课程
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {lesson && <LessonForm key={lesson.no} live={live} record={lesson} done={() => setLesson(null)} />}
    </Panel>
  )
}

/** Puts a recording at the end of a course of the own institution. */
function LessonForm(props: { live: LiveView; record: LiveRecord; done: () => void }) {
  const { live, record, done } = props
  const answer = useCoursesToFill()
  const [courseId, setCourseId] = useState('')
  const [title, setTitle] = useState(live.title)
  const { busy, faults, run } = useAct(['courseId', 'title'])
  const send = async () => {
    await addLessonOf({ id: live.id, no: record.no }, { courseId: Number(courseId), title })
    notify.success('已加到课程，作为最后一个课时')
    done()
  }
  return (
    <Loaded answer={answer} failed="课程打开失败" lines={3}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty text="本单位暂无研修课程，请先到“研修课程”新增。" />
        ) : (
          <fieldset className="live-lesson live-fields">
            <legend className="x-hidden">加到课程</legend>
            <Choice
              label="课程"
              value={courseId}
              fault={faults['courseId']}
              options={list.map((one) => ({ code: String(one.id), label: one.title }))}
              onChange={setCourseId}
            />
            <TextField label="课时名称" value={title} fault={faults['title']} onChange={setTitle} />
            {faults['form'] !== undefined && <ErrorBox title="没有加成" detail={faults['form']} />}
            <div className="live-acts">
              <Button look="primary" busy={busy} onClick={() => void run(send)}>
                加到课程
              </Button>
              <Button onClick={done}>取消</Button>
            </div>
          </fieldset>
        )
      }
    </Loaded>
  )
}
