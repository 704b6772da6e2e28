import { useState } from 'react'
import {
  hideReasons,
  mostLetters,
  type LiveLine,
  type LiveLines,
} from '../../../catalogue/contract/teaching/live-lines.ts'
import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useLineActs, useLines } from './use-lines.ts'

/** What people say and ask beside a broadcast. */
export function LinesPanel({ live }: { live: LiveView }) {
  const answer = useLines(live.id)
  return (
    <Panel title="交流">
      <Loaded answer={answer} failed="交流打开失败" lines={6}>
        {(data) => (
          <>
            <Lines live={live} lines={data.lines} />
            <Say id={live.id} data={data} host={live.host} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Lines({ live, lines }: { live: LiveView; lines: readonly LiveLine[] }) {
  if (lines.length === 0) return <Empty text="暂无发言。" />
  return (
    <section className="live-lines" aria-label="发言" aria-live="polite" tabIndex={0}>
      <ol>
        {lines.map((line) => (
          <li key={line.no} data-testid="live-line" data-state={line.state}>
            <p className="x-soft x-dense">
              {line.name}　{line.unit}　<time dateTime={line.saidAt}>{listTime(line.saidAt)}</time>
              {stateOf(line)}
            </p>
            <p>{line.text}</p>
            {live.host && <Acts id={live.id} line={line} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function stateOf({ state, reason, muted }: LiveLine): string {
  const said = { waiting: '　待主持的人放出', hidden: `　已隐藏：${reason}`, shown: '' }[state]
  return muted ? `${said}　已禁言` : said
}

/** What the host does with a line; hiding and muting want a reason, which who said it reads. */
function Acts({ id, line }: { id: number; line: LiveLine }) {
  const { decide, mute } = useLineActs(id)
  const [asked, setAsked] = useState<'hide' | 'mute' | null>(null)
  const { no } = line
  const give = (reason: string) => {
    if (reason === '') return
    if (asked === 'hide') decide.mutate({ no, state: 'hidden', reason })
    else mute.mutate({ no, on: true, reason })
    setAsked(null)
  }
  const error = decide.error ?? mute.error
  return (
    <>
      <span className="x-row-acts">
        {line.state !== 'shown' && (
          <Button look="text" onClick={() => decide.mutate({ no, state: 'shown', reason: '' })}>
            显示
          </Button>
        )}
        {line.state !== 'hidden' && (
          <Button look="text" onClick={() => setAsked('hide')}>
            隐藏
          </Button>
        )}
        {!line.own && (
          <Button
            look="text"
            onClick={() => (line.muted ? mute.mutate({ no, on: false, reason: '' }) : setAsked('mute'))}
          >
            {line.muted ? '解除禁言' : '禁言'}
          </Button>
        )}
      </span>
      {asked !== null && (
        <Choice
          label={asked === 'hide' ? '隐藏的原因' : '禁言的原因'}
          value=""
          options={hideReasons.map((one) => ({ code: one, label: one }))}
          onChange={give}
        />
      )}
      {error !== null && <ErrorBox title="操作失败" detail={sentenceOf(error)} />}
    </>
  )
}

function Say({ id, data, host }: { id: number; data: LiveLines; host: boolean }) {
  const { say } = useLineActs(id)
  const [text, setText] = useState('')
  if (data.barred !== null) return <p className="x-soft">{data.barred}</p>
  return (
    <form
      className="live-say"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') say.mutate(text, { onSuccess: () => setText('') })
      }}
    >
      <TextField
        label="发言"
        value={text}
        maxLength={mostLetters}
        fault={say.error === null ? undefined : sentenceOf(say.error)}
        help={
          data.mode === 'reviewed' && !host
            ? '大家看得到您的姓名和单位；主持的人放出后显示。'
            : '大家看得到您的姓名和单位。'
        }
        onChange={setText}
      />
      <Button type="submit" look="primary" busy={say.isPending} disabled={text.trim() === ''}>
        发送
      </Button>
    </form>
  )
}
