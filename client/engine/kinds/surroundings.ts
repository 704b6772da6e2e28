import { createContext } from 'react'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'

/** An area to choose, with its depth below the first one. */
export interface AreaChoice {
  readonly code: string
  readonly name: string
  readonly depth: number
}

/** What the page around inputs and values already knows, so that a kind need not ask the server for it. */
export interface Surroundings {
  /** Files that came with the answer. A file that is not among them is asked for by its id. */
  readonly files: readonly ContentFile[]
  /** Areas within which the writer chooses. Null: every area of the country. */
  readonly areas: readonly AreaChoice[] | null
}

/** Records know nothing beforehand; published contents do. */
export const Surroundings = createContext<Surroundings>({ files: [], areas: null })
