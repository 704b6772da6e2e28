import { createContext } from 'react'

/** What the records of the archive are called, for fields that point to one of them. */
export const Names = createContext<ReadonlyMap<string, string>>(new Map())
