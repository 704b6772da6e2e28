import { createStore } from '../../ui/feedback/store.ts'

/** How this device shows the portal. */
export interface Preferences {
  /** 长者模式: large type, large targets, no motion. */
  readonly elder: boolean
  readonly dark: boolean
  /** 高对比度: as chosen here; until somebody chooses, as the system is set. */
  readonly contrast: boolean
}

/**
 * In a cookie, not in local storage: signing out clears all local storage (specification section 4), and
 * whoever needs large type needs it on the sign-in page too.
 */
const cookie = 'xt_show'
const year = 365 * 24 * 3600
const system = matchMedia('(prefers-contrast: more)')

const current = createStore<Preferences>(read())
apply(current.get())
system.addEventListener('change', () => show(read()))

function kept(): string[] {
  return (new RegExp(`(?:^|; )${cookie}=([a-z.]*)`).exec(document.cookie)?.[1] ?? '').split('.')
}

function read(): Preferences {
  const words = kept()
  return {
    elder: words.includes('elder'),
    dark: words.includes('dark'),
    contrast: words.includes('contrast') || (system.matches && !words.includes('usual')),
  }
}

function apply({ elder, dark, contrast }: Preferences) {
  const root = document.documentElement
  for (const [name, value, on] of [
    ['data-mode', 'elder', elder],
    ['data-theme', 'dark', dark],
    ['data-contrast', 'more', contrast],
  ] as const) {
    if (on) root.setAttribute(name, value)
    else root.removeAttribute(name)
  }
}

function show(next: Preferences) {
  apply(next)
  current.set(next)
}

export const usePreferences = current.use

/**
 * Switches one of them and remembers it on this device; `usual` stands for a contrast somebody chose against
 * the system's setting.
 */
export function prefer(change: Partial<Preferences>) {
  const next = { ...current.get(), ...change }
  const chosen =
    change.contrast !== undefined || kept().some((word) => word === 'contrast' || word === 'usual')
  const value = [next.elder && 'elder', next.dark && 'dark', chosen && (next.contrast ? 'contrast' : 'usual')]
    .filter(Boolean)
    .join('.')
  document.cookie = `${cookie}=${value}; path=/; max-age=${year}; SameSite=Lax`
  show(next)
}
