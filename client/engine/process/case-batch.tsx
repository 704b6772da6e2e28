import { useState } from 'react'
import type { CaseLine, CaseMove } from '../../../catalogue/contract/processes.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { ReasonDialog } from '../record/reason-dialog.tsx'
import { movesOfSeveral, type MoveOfSeveral } from './moves-of-several.ts'
import { useCaseCalls } from './use-cases.ts'

const looks = { forward: 'primary', refuses: 'danger', quiet: 'plain' } as const satisfies Record<
  CaseMove['tone'],
  string
>

/** Batch acts on the selected cases. A refused case stays selected and shows the reason. */
export function CaseBatch({
  type,
  lines,
  onDone,
}: {
  type: ProcessName
  lines: readonly CaseLine[]
  /** Numbers of those that were refused. */
  onDone: (left: readonly string[]) => void
}) {
  const { several } = useCaseCalls(type)
  const [asking, setAsking] = useState<MoveOfSeveral | null>(null)
  const [busy, setBusy] = useState(false)
  if (lines.length === 0) return null
  const { title } = processOf(type)
  const nameOf = (id: string) => {
    const line = lines.find((one) => one.id === id)
    return line?.title ?? line?.name ?? ''
  }
  const run = async ({ name, label, items }: MoveOfSeveral, reason: string) => {
    setBusy(true)
    try {
      const { results, success } = await several({ move: name, reason, items: [...items] })
      const refused = results.filter(({ ok }) => !ok)
      if (refused.length === 0) notify.success(`${label} ${success} 件`)
      else
        notify.warn(
          `${label} ${success} 件，${refused.length} 件没有办成。${refused
            .map(({ id, message }) => `${nameOf(id)}：${message ?? ''}`)
            .join('　')}`,
          { stay: 20_000 },
        )
      onDone(refused.map(({ id }) => id))
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
    }
  }
  const begin = async (move: MoveOfSeveral) => {
    if (move.reason !== 'none') return setAsking(move)
    const yes = await confirm({
      title: `${move.label} ${move.items.length} 件${title}？`,
      text: '逐件办理，办不成的留下并说明原因。',
      ok: `${move.label} ${move.items.length} 件`,
    })
    if (yes) await run(move, '')
  }
  return (
    <StickyBar note={<b>已选 {lines.length} 件</b>}>
      <Button look="text" onClick={() => onDone([])}>
        清除
      </Button>
      {movesOfSeveral(lines).map((move) => (
        <Button key={move.name} look={looks[move.tone]} busy={busy} onClick={() => void begin(move)}>
          {`${move.label} ${move.items.length} 件`}
        </Button>
      ))}
      {asking && (
        <ReasonDialog
          question={{
            title: `${asking.label} ${asking.items.length} 件`,
            text: '这段意见会写进每一件；逐件办理，办不成的留下并说明原因。',
            ok: `${asking.label} ${asking.items.length} 件`,
            label: '意见',
            ...(asking.reason === 'optional' && { optional: true }),
            ...(asking.tone === 'forward' && { look: 'primary' }),
          }}
          busy={busy}
          onAnswer={(reason) => {
            setAsking(null)
            if (reason !== null) void run(asking, reason)
          }}
        />
      )}
    </StickyBar>
  )
}
