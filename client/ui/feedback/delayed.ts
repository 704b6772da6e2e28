import { useEffect, useState } from 'react'

/** True once `flag` has been true for `ms` milliseconds, so that a short wait does not flicker. */
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
