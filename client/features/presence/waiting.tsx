import { useState } from 'react'
import type {
  ExpectedPerson,
  LedSession,
  SessionCorrection,
} from '../../../catalogue/contract/training/presence.ts'
import { doubtWords, presenceWords, type SettledStatus } from '../../../catalogue/presence/rules.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ReasonDialog } from './dialogs.tsx'
import { usePresenceActs } from './use-presence.ts'
import { hourOf, statusText } from './words.ts'

/** What waits for the leader: doubts, corrections, and heads counted beside the marks. */
export function Waiting({ session }: { session: LedSession }) {
  const doubts = session.people.filter(({ status }) => status === '7')
  const open = session.corrections.filter(({ accepted }) => accepted === null)
  return (
    <>
      {doubts.length > 0 && (
        <Panel title="待核" beside={<span className="x-faint">系统只提出，不拒绝</span>} flush>
          <ul className="presence-waiting">
            {doubts.map((person) => (
              <DoubtRow key={person.teacherId} id={session.id} person={person} />
            ))}
          </ul>
        </Panel>
      )}
      {open.length > 0 && (
        <Panel title="更正申请" beside={<span className="x-faint">{open.length} 条</span>} flush>
          <ul className="presence-waiting">
            {open.map((correction) => (
              <CorrectionRow key={correction.id} id={session.id} correction={correction} />
            ))}
          </ul>
        </Panel>
      )}
      {session.state !== 'cancelled' && <Heads session={session} />}
    </>
  )
}

const decisions = [
  ['1', '算出勤'],
  ['2', '算迟到'],
  ['6', '不算'],
] as const satisfies readonly (readonly [SettledStatus, string])[]

/** A doubt is decided by one press: whoever leads stands in the room and has looked. */
function DoubtRow({ id, person }: { id: string; person: ExpectedPerson }) {
  const { act } = usePresenceActs()
  const mark = person.marks.find(({ status }) => status === '7')
  const decide = async (status: SettledStatus) => {
    try {
      await act.mutateAsync({
        of: `sessions/${id}/doubts`,
        body: { teacherId: person.teacherId, way: mark?.way ?? 'in', status, reason: '现场核实' },
      })
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <li data-testid="doubt">
      <span>
        <b>{person.name}</b>
        <small className="presence-beside">
          {mark && `${hourOf(mark.moment)} `}
          {mark?.doubt && doubtWords[mark.doubt]}
          {mark && mark.beside.length > 0 && `：${mark.beside.join('、')}`}
        </small>
      </span>
      <span className="presence-acts">
        {decisions.map(([status, label]) => (
          <Button
            key={status}
            look={status === '6' ? 'text' : 'plain'}
            aria-label={`${person.name}${label}`}
            onClick={() => void decide(status)}
          >
            {label}
          </Button>
        ))}
      </span>
    </li>
  )
}

function CorrectionRow({ id, correction }: { id: string; correction: SessionCorrection }) {
  const { act } = usePresenceActs()
  const [refusing, setRefusing] = useState(false)
  const of = `sessions/${id}/corrections/${correction.id}`
  const agree = async () => {
    try {
      await act.mutateAsync({ of, body: { accepted: true } })
      notify.success(`已改为${presenceWords[correction.wish]}`)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <li data-testid="correction">
      <span>
        <b>{correction.name}</b>
        <small className="presence-beside">
          {statusText(correction.was)} → {presenceWords[correction.wish]}：{correction.reason}
        </small>
      </span>
      <span className="presence-acts">
        <Button aria-label={`同意${correction.name}的更正`} onClick={() => void agree()}>
          同意
        </Button>
        <Button look="text" aria-label={`不同意${correction.name}的更正`} onClick={() => setRefusing(true)}>
          不同意
        </Button>
      </span>
      {refusing && (
        <ReasonDialog
          title={`不同意${correction.name}的更正`}
          text="教师会看到原因。"
          ok="不同意"
          of={of}
          body={{ accepted: false }}
          field="note"
          onClose={() => setRefusing(false)}
        />
      )}
    </li>
  )
}

function Heads({ session: { id, heads, people } }: { session: LedSession }) {
  const [typed, setTyped] = useState(heads === null ? '' : String(heads))
  const { busy, faults, run } = useAct(['heads'])
  const { act } = usePresenceActs()
  const marked = people.filter(({ status }) => status === '1' || status === '2' || status === '7').length
  const save = () =>
    run(async () => {
      await act.mutateAsync({
        of: `sessions/${id}/heads`,
        body: { heads: typed.trim() === '' ? null : Number(typed) },
      })
    })
  return (
    <Panel title="清点人数">
      <form
        className="presence-heads"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="现场人数"
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          fault={faults['heads'] ?? faults['form']}
        />
        <Button type="submit" busy={busy}>
          登记
        </Button>
        <output>
          签到 {marked} 人{heads !== null && (heads === marked ? '，相符' : `，清点 ${heads} 人，不相符`)}
        </output>
      </form>
    </Panel>
  )
}
