import { useState } from 'react'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { RaisePart } from '../../engine/library/raise-part.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useColleagues, usePaperActs } from './use-papers.ts'
import '../../ui/forms/labelled.css'

export function Raise({ paper }: { paper: PaperDetail }) {
  const { move } = usePaperActs(paper)
  return (
    <Panel title="共享范围">
      <RaisePart
        reach={paper.reach}
        asked={paper.shareScope}
        onRaise={(shareScope) => move.mutateAsync({ name: 'raise', body: { shareScope } })}
      />
    </Panel>
  )
}

/** Agrees to a paper that waits for the own office, or sends it back. */
export function DecisionPart({ paper }: { paper: PaperDetail }) {
  const { move } = usePaperActs(paper)
  const [opinion, setOpinion] = useState('')
  const { busy, faults, run } = useAct(['opinion'])
  const send = (name: 'approve' | 'return') =>
    run(async () => {
      await move.mutateAsync({ name, body: { opinion } })
      notify.success(name === 'approve' ? '已通过' : '已退回')
    })
  return (
    <Panel title="审核">
      <TextField
        label="意见（退回必填）"
        value={opinion}
        onChange={setOpinion}
        fault={faults['opinion'] ?? faults['form']}
        maxLength={500}
      />
      <div className="library-acts">
        <Button look="primary" busy={busy} onClick={() => void send('approve')}>
          通过
        </Button>
        <Button look="danger" busy={busy} onClick={() => void send('return')}>
          退回
        </Button>
      </div>
    </Panel>
  )
}

/** Seals a paper until a minute, with the people who may read it before. */
export function SealPart({ paper }: { paper: PaperDetail }) {
  const { move } = usePaperActs(paper)
  const [isOpen, setOpen] = useState(false)
  const [until, setUntil] = useState('')
  const [people, setPeople] = useState<readonly number[]>([])
  const { busy, faults, run } = useAct(['until', 'people', 'examPaperKind'])
  const send = () =>
    run(async () => {
      await move.mutateAsync({
        name: 'seal',
        body: {
          until: until === '' ? '' : new Date(until).toISOString(),
          people: people.map((person) => ({ person, part: 'checker' })),
        },
      })
      notify.success('已密封')
    })
  if (!isOpen)
    return (
      <Panel title="密封">
        <p className="x-soft">密封以后，到启封时间以前只有您和写明的人能看，他人搜索、统计都看不到。</p>
        <Button icon="lock" onClick={() => setOpen(true)}>
          密封到…
        </Button>
      </Panel>
    )
  return (
    <Panel title="密封">
      <label className="x-labelled">
        启封时间
        <input
          type="datetime-local"
          value={until}
          aria-invalid={faults['until'] !== undefined}
          onChange={({ target }) => setUntil(target.value)}
        />
      </label>
      {faults['until'] !== undefined && <p className="x-labelled-fault">{faults['until']}</p>}
      <People chosen={people} onChosen={setPeople} />
      <p className="x-soft x-dense">提前启封须两个人都同意：除您以外至少写一人，才可能提前启封。</p>
      {(faults['people'] ?? faults['examPaperKind'] ?? faults['form']) !== undefined && (
        <p className="x-labelled-fault">{faults['people'] ?? faults['examPaperKind'] ?? faults['form']}</p>
      )}
      <div className="library-acts">
        <Button look="primary" icon="lock" busy={busy} onClick={() => void send()}>
          密封
        </Button>
        <Button look="text" onClick={() => setOpen(false)}>
          不密封
        </Button>
      </div>
    </Panel>
  )
}

function People({
  chosen,
  onChosen,
}: {
  chosen: readonly number[]
  onChosen: (people: readonly number[]) => void
}) {
  const list = useColleagues().data?.list ?? []
  return (
    <>
      <label className="x-labelled">
        审题人
        <select
          value=""
          onChange={({ target }) => {
            const person = Number(target.value)
            if (person > 0 && !chosen.includes(person)) onChosen([...chosen, person])
          }}
        >
          <option value="">选本单位的人</option>
          {list.map(({ person, name }) => (
            <option key={person} value={person}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ul className="paper-people">
        {chosen.map((person) => {
          const name = list.find((one) => one.person === person)?.name ?? ''
          return (
            <li key={person}>
              {name}
              <Button
                look="text"
                icon="close"
                aria-label={`不要${name}`}
                onClick={() => onChosen(chosen.filter((one) => one !== person))}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

const parts = { setter: '命题', checker: '审题' } as const

/** Who knows a sealed paper, and asking to open it before its minute. */
export function OpeningPart({ paper }: { paper: PaperDetail }) {
  const { open } = usePaperActs(paper)
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['reason'])
  const send = () =>
    run(async () => {
      const { opened } = await open.mutateAsync(reason)
      notify.success(opened ? '已启封' : '已申请，等另一个人同意')
    })
  return (
    <Panel title="密封">
      <p>{paper.sealedUntil === null ? '' : `${listTime(paper.sealedUntil)} 自动启封`}</p>
      <ul className="paper-people">
        {paper.people.map(({ name, part, asked }) => (
          <li key={name}>
            {name}（{parts[part]}）{asked && '　已同意提前启封'}
          </li>
        ))}
      </ul>
      <TextField
        label="提前启封的原因"
        value={reason}
        onChange={setReason}
        fault={faults['reason'] ?? faults['form']}
        maxLength={200}
        help="两个人都申请了才启封"
      />
      <Button busy={busy} onClick={() => void send()}>
        申请提前启封
      </Button>
    </Panel>
  )
}
