import { useLayoutEffect, useRef } from 'react'
import { notify } from '../../ui/feedback/notify.ts'
import { isDialogOpen } from '../dialog-open.ts'

/** Whether the key was pressed in an input or a list of choices, where a letter is a letter. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox]')
  )
}

/**
 * Single-key shortcuts of a page. They do nothing in inputs, while a dialog is open, and with Ctrl, Alt or
 * Meta.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, enabled = true) {
  const now = useRef(keys)
  // Before the page is painted: a key pressed as soon as something is seen must find its listener.
  useLayoutEffect(() => {
    now.current = keys
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return
      if (isTyping(event.target) || isDialogOpen()) return
      const act = now.current[event.key.length === 1 ? event.key.toUpperCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [enabled])
}

export interface EarlyDigits {
  /**
   * Returns the number keys pressed since the person turned to the open record. From then on the record
   * handles them itself.
   */
  readonly take: () => readonly string[]
  /** Forgets the pressed keys: the person turns to another record, for which they were not meant. */
  readonly clear: () => void
}

/**
 * Keeps the number keys that are pressed while the next record loads, so that a fast reviewer’s choice is not
 * lost. It listens all the time and ignores keys once the record handles them: between the drawing of a
 * record and its own listening, a key would reach no handler.
 */
export function useEarlyDigits(waiting: boolean): EarlyDigits {
  const digits = useRef<string[]>([])
  const taken = useRef(false)
  useLayoutEffect(() => {
    if (waiting) taken.current = false
  }, [waiting])
  const keep = (key: string) => () => {
    if (!taken.current) digits.current.push(key)
  }
  useShortcuts(Object.fromEntries([...'123456789'].map((key) => [key, keep(key)])))
  return {
    take: () => {
      taken.current = true
      return digits.current.splice(0)
    },
    clear: () => void digits.current.splice(0),
  }
}

const notYet = () => notify.info('这一条正在打开，打开后请再按一次')
const early = { A: notYet, R: notYet, S: notYet, E: notYet, O: notYet } as const

/**
 * Answers the letters that are pressed before the record is there: none may vanish without a word, and none
 * may decide about what nobody saw.
 */
export function useEarlyLetters(view: unknown, error: unknown) {
  useShortcuts(early, !view && !error)
}

/** The keys of the review page with their labels. */
export const shortcutWords: readonly (readonly [string, string])[] = [
  ['J', '下一条'],
  ['K', '上一条'],
  ['A', '审核通过'],
  ['R', '退回修改'],
  ['S', '暂缓'],
  ['E', '看佐证'],
  ['O', '看整份档案（在新标签页打开）'],
  ['1–9', '选退回意见'],
  ['?', '全部快捷键'],
]
