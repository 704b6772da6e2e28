import { createStore } from './store.ts'

export interface Question {
  title: string
  /** What will happen, in a sentence. */
  text?: string
  /** The verb on the button: 撤回, 删除 3 条. Never 确定. */
  ok: string
  danger?: boolean
}

interface Open extends Question {
  answer: (yes: boolean) => void
}

/** The question now asked, rendered by ConfirmLayer. */
export const question = createStore<Open | null>(null)

/**
 * Asks before an act that cannot simply be taken back. Resolves to false on Esc, 取消 or when another question
 * comes.
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
