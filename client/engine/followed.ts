import { useState, type Dispatch, type SetStateAction } from 'react'

/**
 * Text being typed that starts anew from `source` whenever that changes from outside: by the back button, by
 * 清除.
 */
export function useFollowed(source: string): [string, Dispatch<SetStateAction<string>>] {
  const [typed, setTyped] = useState(source)
  const [seen, setSeen] = useState(source)
  if (seen !== source) {
    setSeen(source)
    setTyped(source)
  }
  return [typed, setTyped]
}
