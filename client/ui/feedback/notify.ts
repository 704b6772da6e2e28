import { createStore } from './store.ts'

export type Tone = 'info' | 'success' | 'warn' | 'error'

export interface Notice {
  id: number
  tone: Tone
  text: string
  /** A way back, offered while the message stands: 撤销. */
  action?: { label: string; run: () => void }
  /** How long it stands, in milliseconds. */
  stay: number
}

interface Options {
  action?: Notice['action']
  stay?: number
}

/**
 * Specification section 8: messages stand for 1.5 s. One that offers a way back has to be reachable, hence 8
 * s.
 */
const usualStay = 1500
const stayWithAction = 8000
const atOnce = 3

let last = 0

/** Messages now on the screen. */
export const notices = createStore<readonly Notice[]>([])
/** Texts shown since the page was opened, newest last; read by screen readers at leisure. */
export const noticeLog = createStore<readonly { id: number; text: string }[]>([])

function show(tone: Tone, text: string, { action, stay }: Options = {}) {
  last += 1
  const notice: Notice = {
    id: last,
    tone,
    text,
    stay: stay ?? (action ? stayWithAction : usualStay),
    ...(action && { action }),
  }
  notices.set([...notices.get(), notice].slice(-atOnce))
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
