import { lazy, type ComponentType } from 'react'
import type { PageEntry } from '../../catalogue/pages/entry.ts'
import { loadLibrary } from '../ui/library/library.ts'

/** What every page is given: the route it stands at, with title, record types and tabs. */
export interface PageProps {
  entry: PageEntry
}

export type Page = ComponentType<PageProps>
type Load = () => Promise<{ default: Page }>

/** Specification section 9: a chunk that has not come after two minutes has failed. */
const loadTimeout = 120_000

function inTime(load: Load): Load {
  return () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('page chunk timed out')), loadTimeout)
    })
    return Promise.race([load(), late]).finally(() => clearTimeout(timer))
  }
}

export const page = (load: Load) => lazy(inTime(load))

/** A page of the engine: component library, declarations and page are fetched side by side. */
export function enginePage(load: Load) {
  return page(async () => {
    const [{ inEngineFrame }, { default: inner }] = await Promise.all([
      import('./engine-frame.tsx'),
      load(),
      loadLibrary(),
    ])
    return { default: inEngineFrame(inner) }
  })
}

/** A page of the engine whose rows do not wait for the component library. */
export function listPage(load: Load) {
  return page(async () => {
    const [{ inListFrame }, { default: inner }] = await Promise.all([import('./engine-frame.tsx'), load()])
    return { default: inListFrame(inner) }
  })
}
