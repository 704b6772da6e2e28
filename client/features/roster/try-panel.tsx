import { useId, useState } from 'react'
import {
  rosterEvent,
  rosterEvents,
  type RosterEvent,
  type RosterTrial,
} from '../../../catalogue/contract/administration/roster.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/forms/labelled.css'
import { useRosterActs } from './use-roster.ts'

/** Sends an invented change and shows what the system says to it. */
export function TryPanel({ app }: { app: string }) {
  const [event, setEvent] = useState<RosterEvent>('teacher.joined')
  const [answer, setAnswer] = useState<RosterTrial>()
  const { busy, faults, run } = useAct([])
  const { attempt } = useRosterActs(app)
  const id = useId()
  return (
    <Panel title="试发">
      <p className="x-soft">发送一条虚构的变更，里面没有真人的资料；编号以 test_ 开头。</p>
      <p className="x-labelled">
        <label htmlFor={id}>变更种类</label>
        <select
          id={id}
          value={event}
          onChange={({ target }) =>
            setEvent(rosterEvent.options.find((one) => one === target.value) ?? event)
          }
        >
          {rosterEvent.options.map((one) => (
            <option key={one} value={one}>
              {rosterEvents[one]}
            </option>
          ))}
        </select>
      </p>
      <p className="roster-try">
        <Button busy={busy} onClick={() => void run(async () => setAnswer(await attempt(event)))}>
          试发
        </Button>
      </p>
      {faults['form'] !== undefined && <ErrorBox title="试发失败" detail={faults['form']} />}
      <output className="roster-answer">{answer && <Answer answer={answer} />}</output>
    </Panel>
  )
}

function Answer({ answer: { ok, status, ms, sent, said } }: { answer: RosterTrial }) {
  return (
    <>
      <b>
        {ok ? '对方收到了' : '没有送达'}
        {status !== null && `，状态 ${status}`}，用时 {ms} 毫秒
      </b>
      {said !== '' && <pre>{said}</pre>}
      <details>
        <summary>发送的内容</summary>
        <pre>{JSON.stringify(JSON.parse(sent), null, 2)}</pre>
      </details>
    </>
  )
}
