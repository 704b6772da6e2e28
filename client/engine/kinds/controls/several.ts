import type { KeyboardEvent } from 'react'

/**
 * What a list of several choices adds to the component library's select: Tab goes on to the next field and
 * nothing else. The library would take it for choosing the marked item, which, chosen already, it takes away.
 */
export const severalOf = {
  mode: 'multiple' as const,
  onInputKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.stopPropagation()
  },
}
