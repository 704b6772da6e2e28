import { createContext } from 'react'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'

/** An area that can be chosen; `depth` counts its levels below the topmost. */
export interface AreaChoice {
  readonly code: string
  readonly name: string
  readonly depth: number
}

/** What the page knows already, so that a kind need not ask the server. */
export interface Surroundings {
  /** Files that came with the answer. The address of any other file is asked for by its id. */
  readonly files: readonly ContentFile[]
  /** The areas among which the writer chooses; null for every area of the country. */
  readonly areas: readonly AreaChoice[] | null
}

/** The default, for records: nothing is known beforehand. Contents provide their own. */
export const Surroundings = createContext<Surroundings>({ files: [], areas: null })
