import { createStore } from './store.ts'

export interface Question {
  title: string
  /** The consequence, in a sentence. */
  text?: string
  /** The verb on the button: 撤回, 删除 3 条. Never 确定. */
  ok: string
  danger?: boolean
}

interface Open extends Question {
  answer: (yes: boolean) => void
}

/** The open question, which ConfirmLayer draws. */
export const question = createStore<Open | null>(null)

/**
 * Asks before an act that cannot be undone easily. Resolves to false on Esc, on 取消, and when another
 * question replaces it.
 */
export function confirm(asked: Question): Promise<boolean> {
  question.get()?.answer(false)
  return new Promise((resolve) => {
    question.set({
      ...asked,
      answer(yes) {
        question.set(null)
        resolve(yes)
      },
    })
  })
}
