import type { Role } from '../access/roles.ts'
import { pageOf, type PageName } from './entry.ts'
import { help, type Help } from './help.ts'
import { pagesFor } from './pages.ts'

/** The pages of a role (null: a visitor) that have a help, in the order of their menus, each once. */
export function helpFor(role: Role | null): readonly PageName[] {
  const names = pagesFor(role).flatMap((entry) => [
    pageOf(entry, null) ?? [],
    ...(entry.tabs ?? []).flatMap(({ page }) => page ?? []),
  ])
  return [...new Set(names.flat())]
}

/** The names whose help contains every word that was typed, among those given. */
export function helpWith(names: readonly PageName[], typed: string): readonly PageName[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  return names.filter((name) => {
    const { title, about, steps, notes = [] }: Help = help[name]
    const text = [title, about, ...steps, ...notes].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
