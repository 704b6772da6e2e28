import { createContext } from 'react'

/** The names of an answer that refers to no other record. */
export const unnamed: Readonly<Record<string, string>> = {}

/** Names of the records to which the values below refer, by id; the server sends them with the values. */
export const References = createContext(unnamed)
