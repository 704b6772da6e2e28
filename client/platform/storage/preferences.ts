import { createStore } from '../../ui/feedback/store.ts'

/** The display settings of this device. */
export interface Preferences {
  /** 长者模式: large type, large targets, no motion. */
  readonly elder: boolean
  readonly dark: boolean
  /** 高对比度: as the person chose; before that, as the system is set. */
  readonly contrast: boolean
}

/**
 * Name of the cookie with the settings. Local storage would not do: signing out clears it (specification
 * section 4), and large type is needed on the sign-in page, too.
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
  // The frame of an installed window, and of browsers on phones, follows the header.
  const header = getComputedStyle(root).getPropertyValue('--color-header')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', header)
}

function show(next: Preferences) {
  apply(next)
  current.set(next)
}

export const usePreferences = current.use

/**
 * Switches one setting and keeps it on this device. `usual` records that the person chose a contrast other
 * than the system’s.
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
