import { useState, type Dispatch, type SetStateAction } from 'react'

/** The text of an input, which starts anew when `source` changes from outside (back button, 清除). */
export function useFollowed(source: string): [string, Dispatch<SetStateAction<string>>] {
  const [typed, setTyped] = useState(source)
  const [seen, setSeen] = useState(source)
  if (seen !== source) {
    setSeen(source)
    setTyped(source)
  }
  return [typed, setTyped]
}
