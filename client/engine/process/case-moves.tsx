import { useState } from 'react'
import type { CaseMove, CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, type ButtonLook } from '../../ui/forms/button.tsx'
import { faultsOf } from '../data/problem.ts'
import { MoveDialog, type Answer } from './move-dialog.tsx'
import { useCaseCalls } from './use-cases.ts'

const looks: Readonly<Record<CaseMove['tone'], ButtonLook>> = {
  forward: 'primary',
  refuses: 'danger',
  quiet: 'plain',
}

interface Props {
  readonly definition: AnyProcess
  readonly view: CaseView
  /** Saves the form before it is submitted; resolves to null if the save was refused. */
  readonly before?: () => Promise<CaseView | null>
  readonly onRefused?: (faults: Readonly<Record<string, string>>) => void
}

/**
 * Buttons of the moves that are open to the reader. A final move, or one that needs words, asks first.
 */
export function CaseMoves({ definition, view, before, onRefused }: Props) {
  const session = useSession()
  const { move: send, anew } = useCaseCalls(view.type)
  const [asking, setAsking] = useState<CaseMove | null>(null)
  const [busy, setBusy] = useState('')
  const [fault, setFault] = useState('')
  const [named, setNamed] = useState<Readonly<Record<string, string>>>({})
  const act = async (move: CaseMove, { reason, value }: Answer) => {
    if (busy !== '') return
    setBusy(move.name)
    setFault('')
    setNamed({})
    try {
      const saved = before ? await before() : view
      if (saved === null) return
      const done = await send(view.id, move.name, { version: saved.version, reason, value })
      setAsking(null)
      notify.success(`${move.label}：${definition.states[done.state]?.label ?? '已办理'}`)
    } catch (error) {
      const faults = Object.fromEntries(faultsOf(error).map(({ field, message }) => [field, message]))
      const asked = [...move.asks, ...(move.reason === 'none' ? [] : ['reason'])]
      const inDialog = asked.some((key) => faults[key] !== undefined)
      setNamed(faults)
      if (!inDialog) {
        setAsking(null)
        if (onRefused && Object.keys(faults).length > 0) onRefused(faults)
        else setFault(sentenceOf(error))
        void anew(view.id)
      }
    } finally {
      setBusy('')
    }
  }
  const begin = (move: CaseMove) =>
    move.reason === 'none' && move.asks.length === 0 && move.tone === 'forward'
      ? void act(move, { reason: '', value: {} })
      : setAsking(move)
  const urges = mayUrge(view, session?.role)
  if (view.moves.length === 0 && !urges) return fault === '' ? null : <Refused detail={fault} />
  return (
    <div className="process-moves">
      {fault !== '' && <Refused detail={fault} />}
      {view.moves.map((move) => (
        <Button
          key={`${move.name} ${move.to}`}
          look={looks[move.tone]}
          busy={busy === move.name}
          onClick={() => begin(move)}
        >
          {move.label}
        </Button>
      ))}
      {urges && (
        <Button busy={busy === 'urge'} onClick={() => void act(urging, { reason: '', value: {} })}>
          催办
        </Button>
      )}
      {asking && (
        <MoveDialog
          definition={definition}
          view={view}
          move={asking}
          busy={busy !== ''}
          faults={named}
          onAnswer={(answer) => (answer ? void act(asking, answer) : setAsking(null))}
        />
      )}
    </div>
  )
}

const urging: CaseMove = { name: 'urge', label: '已催办', to: '', reason: 'none', asks: [], tone: 'quiet' }

/** Another party reminds whoever holds the case; the server refuses more than once a day. */
const mayUrge = ({ holder, moves, canEdit }: CaseView, role: number | undefined): boolean =>
  holder !== null &&
  !canEdit &&
  (role !== 2 || holder.label !== '') &&
  !moves.some(({ tone }) => tone === 'forward')

const Refused = ({ detail }: { detail: string }) => <ErrorBox title="没有办成" detail={detail} />
