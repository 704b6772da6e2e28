import { createStore } from '../ui/store.ts'

/** How this device shows the portal. */
export interface Preferences {
  /** 长者模式: large type, large targets, no motion. */
  readonly elder: boolean
  readonly dark: boolean
}

/**
 * In a cookie, not in local storage: signing out clears all local storage (specification section 4), and whoever needs
 * large type needs it on the sign-in page too.
 */
const cookie = 'xt_show'
const year = 365 * 24 * 3600

const current = createStore<Preferences>(read())
apply(current.get())

function read(): Preferences {
  const value = new RegExp(`(?:^|; )${cookie}=([a-z.]*)`).exec(document.cookie)?.[1] ?? ''
  return { elder: value.includes('elder'), dark: value.includes('dark') }
}

function apply({ elder, dark }: Preferences) {
  const root = document.documentElement
  root.toggleAttribute('data-mode', elder)
  root.toggleAttribute('data-theme', dark)
  if (elder) root.setAttribute('data-mode', 'elder')
  if (dark) root.setAttribute('data-theme', 'dark')
}

export const usePreferences = current.use

/** Switches one of them and remembers it on this device. */
export function prefer(change: Partial<Preferences>) {
  const next = { ...current.get(), ...change }
  const value = [next.elder && 'elder', next.dark && 'dark'].filter(Boolean).join('.')
  document.cookie = `${cookie}=${value}; path=/; max-age=${year}; SameSite=Lax`
  apply(next)
  current.set(next)
}
