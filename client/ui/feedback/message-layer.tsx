import { useEffect, useState } from 'react'
import { Icon, type IconName } from '../look/icon.tsx'
import { dismiss, noticeLog, notices, type Notice, type Tone } from './notify.ts'

const glyphs = { info: 'info', success: 'pass', warn: 'warn', error: 'warn' } as const satisfies Record<
  Tone,
  IconName
>

/** Draws the messages and the log behind them; once, at the root of the page. */
export function MessageLayer() {
  const shown = notices.use()
  const log = noticeLog.use()
  return (
    <>
      <div className="x-messages">
        {shown.map((notice) => (
          <Message key={notice.id} notice={notice} />
        ))}
      </div>
      {/* The log is the live region, so that a message is read even when it is gone again after 1.5 s. */}
      <section className="x-hidden" aria-label="消息记录">
        <div role="log" aria-live="polite">
          {log.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </div>
      </section>
    </>
  )
}

function Message({ notice }: { notice: Notice }) {
  const { id, tone, text, action, stay } = notice
  // A person who points at the message or focuses its button is reading it; its time starts again afterwards.
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), stay)
    return () => clearTimeout(timer)
  }, [held, id, stay])
  return (
    <div
      className={`x-message x-message-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={glyphs[tone]} />
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className="x-message-act"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="关闭消息" onClick={() => dismiss(id)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
