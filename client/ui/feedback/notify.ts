import { createStore } from './store.ts'

export type Tone = 'info' | 'success' | 'warn' | 'error'

export interface Notice {
  id: number
  tone: Tone
  text: string
  /** An action offered with the message, e.g. 撤销. */
  action?: { label: string; run: () => void }
  /** Milliseconds for which the message is shown. */
  stay: number
}

interface Options {
  action?: Notice['action']
  stay?: number
}

/**
 * Messages are shown for 1.5 s (specification section 8); one with an action for 8 s, because the button has
 * to be reached.
 */
const usualStay = 1500
const stayWithAction = 8000
const atOnce = 3

let last = 0

/** The messages on the screen. */
export const notices = createStore<readonly Notice[]>([])
/** The texts shown since the page was opened, newest last, which screen readers can read again. */
export const noticeLog = createStore<readonly { id: number; text: string }[]>([])

const isPassing = ({ tone, action }: Notice): boolean =>
  action === undefined && (tone === 'info' || tone === 'success')

function show(tone: Tone, text: string, { action, stay }: Options = {}) {
  last += 1
  const notice: Notice = {
    id: last,
    tone,
    text,
    stay: stay ?? (action ? stayWithAction : usualStay),
    ...(action && { action }),
  }
  // What only says that something went well makes way: three of them would cover what is read next.
  notices.set([...notices.get().filter((one) => !isPassing(one)), notice].slice(-atOnce))
  noticeLog.set([...noticeLog.get(), { id: last, text }].slice(-50))
}

export function dismiss(id: number) {
  notices.set(notices.get().filter((notice) => notice.id !== id))
}

/** Shows a short message at the top of the page. Texts are rendered as text, never as HTML. */
export const notify = {
  info: (text: string, options?: Options) => show('info', text, options),
  success: (text: string, options?: Options) => show('success', text, options),
  warn: (text: string, options?: Options) => show('warn', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
}
