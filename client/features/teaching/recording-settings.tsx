import { useState } from 'react'
import type { LessonView } from '../../../catalogue/contract/teaching/lessons.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useTeachingCalls } from './use-teaching.ts'

/** A moment as the control of the browser has it, in Asia/Shanghai with seconds. */
const localOf = (moment: string | null): string =>
  moment === null ? '' : new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 19)

/** Which recording of the activity shows the lesson, when it began, and by how much it is off. */
export function RecordingSettings({ lesson }: { lesson: LessonView }) {
  const { recording, recordings, version } = lesson
  const [fileId, setFileId] = useState(recording?.fileId ?? '')
  const [startedAt, setStartedAt] = useState(localOf(recording?.startedAt ?? null))
  const [offset, setOffset] = useState(String(recording?.offset ?? 0))
  const { write } = useTeachingCalls()
  const { busy, faults, run } = useAct(['fileId', 'startedAt', 'offset'])
  const save = async () => {
    await write(lesson.id, 'recording', {
      version,
      fileId: fileId === '' ? null : fileId,
      startedAt: startedAt === '' ? null : `${startedAt.padEnd(19, ':00')}+08:00`,
      offset: Number(offset),
    })
    notify.success('已保存')
  }
  if (recordings.length === 0)
    return (
      <Panel title="录像设置">
        <p className="x-soft">主办单位在活动的“课堂录像”里上传以后，在这里选这节课的录像。</p>
      </Panel>
    )
  return (
    <Panel title="录像设置">
      <div className="teaching-stack">
        <div className="teaching-fields">
          <Choice
            isRequired
            label="录像"
            value={fileId}
            fault={faults['fileId']}
            options={[
              { code: '', label: '没有录像' },
              ...recordings.map(({ id, name }) => ({ code: id, label: name })),
            ]}
            onChange={setFileId}
          />
          <TextField
            label="录像开始的时间"
            value={startedAt}
            fault={faults['startedAt']}
            help="例如 2026-10-15T10:05:10；课上记的话按它找到位置"
            onChange={setStartedAt}
          />
          <TextField
            label="偏移（秒）"
            value={offset}
            fault={faults['offset']}
            help="开头剪掉 60 秒填 -60"
            onChange={setOffset}
          />
        </div>
        {faults['form'] !== undefined && <ErrorBox title="没有保存" detail={faults['form']} />}
        <div>
          <Button busy={busy} onClick={() => void run(save)}>
            保存录像设置
          </Button>
        </div>
      </div>
    </Panel>
  )
}
