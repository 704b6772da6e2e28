import { useEffect, useState } from 'react'

/** True once `flag` has been true for `ms`: what is quick should not flicker. */
export function useDelayed(flag: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!flag) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [flag, ms])
  return flag && late
}
