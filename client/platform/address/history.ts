import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type NavigateOptions,
  type To,
} from 'react-router'
import { rememberScroll } from './scroll.ts'

/**
 * Asked before the address changes: by a link, by the page itself or by the keys of the browser.
 * @param goOn goes on to where it was held from
 * @returns whether it is held
 */
export type Guard = (goOn: () => void) => boolean

type History = ReturnType<typeof createBrowserHistory>
type Listener = Parameters<History['listen']>[0]

const guards = new Set<Guard>()

/** @returns takes the guard away again */
export function guardAddress(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

const isHeld = (goOn: () => void) => [...guards].some((guard) => guard(goOn))

let asked: NavigateOptions = {}

/**
 * How the last change of the address was asked for: whether the page is drawn at once, and stays where it is
 * scrolled to.
 */
export const lastAsked = (): NavigateOptions => asked

/**
 * The history of this tab. The library holds a change of the address back only in its data router, which
 * brings twice as much as everything that is used of it here (docs/decisions/0125).
 */
function guardedHistory(): History {
  const inner = createBrowserHistory({ v5Compat: true })
  let key = inner.location.key
  /** What the browser moves for next: back to the page that still stands, or on, because the guard let it. */
  let moves: 'back' | 'on' | null = null

  const changing =
    (how: 'push' | 'replace') =>
    (to: To, state?: unknown, options: NavigateOptions = {}) => {
      const goOn = () => {
        rememberScroll(key)
        asked = options
        inner[how](to, state)
      }
      if (!isHeld(goOn)) goOn()
    }
  /**
   * @returns whether a step through the history is taken back; the browser tells of it when it has been taken
   */
  const isTakenBack = (delta: number | null) => {
    const own = moves
    moves = null
    if (own === 'back') return true
    if (own === 'on' || !delta) return false
    const goOn = () => {
      moves = 'on'
      inner.go(delta)
    }
    if (!isHeld(goOn)) return false
    moves = 'back'
    inner.go(-delta)
    return true
  }
  const listen = (tell: Listener) =>
    inner.listen((update) => {
      if (update.action === 'POP') {
        if (isTakenBack(update.delta)) return
        rememberScroll(key)
        asked = {}
      }
      key = update.location.key
      tell(update)
    })
  return {
    ...inner,
    get action() {
      return inner.action
    },
    get location() {
      return inner.location
    },
    listen,
    push: changing('push'),
    replace: changing('replace'),
  }
}

export const history = guardedHistory()
