import { useEffect, useState } from 'react'
import { codeSent } from '../../catalogue/contract/personal.ts'
import { api } from './api.ts'

const pause = 60

/** Asks for a code by phone, and counts down the minute until the next may be asked for. Throws ApiError. */
export function useCode(scene: 'forget' | 'bind' | 'login') {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  async function ask(mobile: string) {
    await api.post('/api/v1/send_mobile_code', { schema: codeSent, body: { mobile: mobile.trim(), scene }, quiet: true })
    setLeft(pause)
  }
  return { left, ask }
}
