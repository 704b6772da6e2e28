import { useId, useState } from 'react'
import type { Board, ItemCandidates } from '../../../../catalogue/contract/review/rounds.ts'
import { conflictLabels } from '../../../../catalogue/reviews/conflict-kinds.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useItemCandidates, useRoundActs } from './use-rounds.ts'

type Candidate = ItemCandidates['list'][number]

/** Those who can be chosen come first, with the least load; then those who cannot, with the reason. */
const inOrder = (list: readonly Candidate[]): Candidate[] =>
  list.toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null) || a.load - b.load)

/** Chooses an expert for one item by hand. Whoever has to avoid it stands there with the reason. */
export function AssignDialog(props: { round: string; item: Board['list'][number]; onClose: () => void }) {
  const { round, item, onClose } = props
  const dialog = useModalDialog(true, onClose)
  const answer = useItemCandidates(round, item.id)
  const { busy, assign } = useRoundActs(round)
  const [chosen, setChosen] = useState<number | null>(null)
  const id = useId()
  const send = async () => {
    if (chosen !== null && (await assign(item.id, chosen))) onClose()
  }
  return (
    <dialog ref={dialog} className="x-dialog xr-dialog er-assign" aria-labelledby={id}>
      <h2 id={id}>指派专家</h2>
      <p>
        {item.code}　{item.title}　还缺 {item.wanted - item.covered} 位
      </p>
      <div className="xr-dialog-body">
        <Loaded answer={answer} failed="专家打开失败" lines={5}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty text="专家库里没有在聘的专家。" />
            ) : (
              <fieldset className="er-candidates">
                <legend className="x-hidden">专家</legend>
                {inOrder(list).map((one) => (
                  <CandidateLine
                    key={one.expertId}
                    one={one}
                    chosen={chosen === one.expertId}
                    onChoose={() => setChosen(one.expertId)}
                  />
                ))}
              </fieldset>
            )
          }
        </Loaded>
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" busy={busy} disabled={chosen === null} onClick={() => void send()}>
          指派
        </Button>
      </footer>
    </dialog>
  )
}

function CandidateLine(props: { one: Candidate; chosen: boolean; onChoose: () => void }) {
  const { one, chosen, onChoose } = props
  const warnings = one.conflicts.map((kind) => conflictLabels[kind]).join('、')
  return (
    <label className={one.refusal === null ? '' : 'er-refused'}>
      <input
        type="radio"
        name="expert"
        checked={chosen}
        disabled={one.refusal !== null}
        onChange={onChoose}
      />
      <span>
        <b>{one.name}</b>　{one.institution}　在手 {one.load} 份
        {one.refusal !== null && <span className="xr-fault">　{one.refusal}</span>}
        {one.refusal === null && warnings !== '' && (
          <span className="xr-tag xr-tag-accent">提示：{warnings}</span>
        )}
      </span>
    </label>
  )
}
