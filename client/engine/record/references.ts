import { createContext } from 'react'

/** For answers in which nothing points anywhere. */
export const unnamed: Readonly<Record<string, string>> = {}

/**
 * What the records are called that the values below point to, by id, as the server named them with the
 * answer.
 */
export const References = createContext(unnamed)
