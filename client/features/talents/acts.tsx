import { useState } from 'react'
import type { TalentLine } from '../../../catalogue/contract/analysis/talents.ts'
import { ReasonDialog, type ReasonQuestion } from '../../engine/record/reason-dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useTalentActs, type Press } from './use-talents.ts'

type Verb = TalentLine['can'][number]

interface Act {
  readonly verb: Verb
  readonly press: Press
  readonly label: string
  readonly look: 'primary' | 'plain' | 'text'
  /** Asked before the act. */
  readonly asks?: (many: string) => ReasonQuestion
}

/** The acts in the order of their buttons. */
const acts: readonly Act[] = [
  { verb: 'confirm', press: 'confirm', label: '确认', look: 'primary' },
  { verb: 'publish', press: 'publish', label: '发布到大屏', look: 'primary' },
  {
    verb: 'withdraw',
    press: 'unPublish',
    label: '取消发布',
    look: 'plain',
    asks: (many) => ({
      title: `取消发布${many}`,
      text: '大屏上不再显示，名单里保留。由下级单位列入的，会通知那个单位。',
      ok: '取消发布',
      label: '原因',
    }),
  },
  {
    verb: 'remove',
    press: 'remove',
    label: '移出',
    look: 'text',
    asks: (many) => ({
      title: `移出${many}`,
      text: '移出后不再列入，同一条记录也不再自动提出；可以在“已移出”里恢复。',
      ok: '移出名单',
      label: '原因',
    }),
  },
  { verb: 'restore', press: 'restore', label: '恢复', look: 'primary' },
]

/** The acts that at least one of these entries allows, with how many of them do. */
export function TalentActs(props: { lines: readonly TalentLine[]; onDone?: () => void }) {
  const { lines, onDone } = props
  const { busy, press } = useTalentActs()
  const [asking, setAsking] = useState<Act | null>(null)
  const idsFor = ({ verb }: Act) => lines.filter(({ can }) => can.includes(verb)).map(({ id }) => id)
  const named = (act: Act) => {
    const ids = idsFor(act)
    const own = lines.find(({ id }) => id === ids[0])
    return ids.length === 1 ? (own?.teacher.name ?? '') : ` ${ids.length} 条`
  }
  const run = async (act: Act, reason?: string) => {
    if (await press(act.press, idsFor(act), reason)) onDone?.()
    setAsking(null)
  }
  return (
    <>
      {acts.map((act) => {
        const count = idsFor(act).length
        if (count === 0) return null
        return (
          <Button
            key={act.verb}
            look={act.look}
            busy={busy}
            onClick={() => (act.asks ? setAsking(act) : void run(act))}
          >
            {act.label}
            {lines.length > 1 && ` ${count} 条`}
          </Button>
        )
      })}
      {asking?.asks && (
        <ReasonDialog
          question={asking.asks(named(asking))}
          busy={busy}
          onAnswer={(reason) => (reason === null ? setAsking(null) : void run(asking, reason))}
        />
      )}
    </>
  )
}
