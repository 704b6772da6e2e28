import { useSyncExternalStore, useState, type FocusEvent } from 'react'
import type { FindAnswer } from '../../../catalogue/contract/finding.ts'
import type { ChosenLine } from './preview-pane.tsx'

/** From here on a pane stands beside the lines. */
const desk = window.matchMedia('(min-width: 1200px)')

function subscribe(listen: () => void) {
  desk.addEventListener('change', listen)
  return () => desk.removeEventListener('change', listen)
}

/**
 * The line that the pane tells of: where the focus or the pointer was last, at first the one that Enter
 * opens. Null where there is no pane.
 */
export function useChosen(groups: FindAnswer['groups']) {
  const isDesk = useSyncExternalStore(subscribe, () => desk.matches)
  const [link, setLink] = useState('')
  const all = groups.flatMap(({ group, lines }) => lines.map((line): ChosenLine => ({ group, line })))
  const chosen = isDesk ? (all.find(({ line }) => line.link === link) ?? all[0] ?? null) : null
  const point = (target: EventTarget) => {
    const line = target instanceof Element ? target.closest('.find-line') : null
    const path = line?.getAttribute('href')
    if (path !== null && path !== undefined) setLink(path)
  }
  return {
    chosen,
    watch: {
      onFocus: (event: FocusEvent) => point(event.target),
      onMouseOver: (event: { target: EventTarget }) => point(event.target),
    },
  }
}
