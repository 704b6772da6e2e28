import { useSyncExternalStore } from 'react'

/** Below 640 px rows become cards and pages have one column (look, section 2). */
const phone = window.matchMedia('(max-width: 639px)')

function subscribe(listen: () => void) {
  phone.addEventListener('change', listen)
  return () => phone.removeEventListener('change', listen)
}

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}
