import { useState } from 'react'
import type { CampaignView, ObjectionList } from '../../../catalogue/contract/campaigns.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useCampaignCalls, useObjections } from './use-campaigns.ts'

/** What visitors object to, with the answers of the office that holds the campaign. */
export function Objections({ view }: { view: CampaignView }) {
  const answer = useObjections(view.type, view.id)
  return (
    <Loaded answer={answer} failed="异议打开失败" lines={3}>
      {({ list }) =>
        list.length === 0 ? null : (
          <Panel title="公示异议">
            <ul className="campaign-objections">
              {list.map((one) => (
                <Objection key={one.id} view={view} one={one} />
              ))}
            </ul>
          </Panel>
        )
      }
    </Loaded>
  )
}

function Objection({ view, one }: { view: CampaignView; one: ObjectionList['list'][number] }) {
  const { answer: send } = useCampaignCalls(view.type)
  const [words, setWords] = useState('')
  const { busy, faults, run } = useAct(['answer'])
  const answerWith = (upheld: boolean) => void run(() => send(view.id, one.id, { answer: words, upheld }))
  return (
    <li>
      <b>{one.title}</b>
      <p className="x-faint">{`${one.name}　${one.contact}　${listTime(one.at)}`}</p>
      <p>{one.words}</p>
      {one.answer !== null ? (
        <p>
          <b>{one.upheld ? '异议成立' : '异议不成立'}</b>：{one.answer}
          <span className="x-faint">{`　${one.answeredBy ?? ''}　${one.answeredAt === null ? '' : listTime(one.answeredAt)}`}</span>
        </p>
      ) : (
        <>
          {faults['form'] !== undefined && <ErrorBox title="没有答复成" detail={faults['form']} />}
          <TextField label="处理意见" value={words} onChange={setWords} fault={faults['answer']} required />
          <div className="campaign-acts">
            <Button busy={busy} onClick={() => answerWith(false)}>
              异议不成立
            </Button>
            <Button look="danger" busy={busy} onClick={() => answerWith(true)}>
              异议成立
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
