import { useEffect, useState } from 'react'
import { z } from 'zod'

const refusal = z.object({ msg: z.string() })

/** Seconds until a viewer tries again where the answer does not say. */
const usualWait = 20

/**
 * What to do when a recording does not come. A player does not say why: the address is asked once more, and
 * where the line is full the recording is loaded again when the server said.
 * @returns `said`: the server's sentence while one waits; `onError` for the player, which is told by `onLost`
 * that the recording itself is at fault
 */
export function useFullLine(onLost: () => void) {
  const [wait, setWait] = useState<{ said: string; seconds: number; player: HTMLMediaElement }>()
  useEffect(() => {
    if (!wait) return
    const timer = setTimeout(() => {
      setWait(undefined)
      wait.player.load()
    }, wait.seconds * 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const onError = (player: HTMLMediaElement, url: string) => {
    void askWhy(url).then((found) => {
      if (found === null) onLost()
      else setWait({ ...found, player })
    })
  }
  return { said: wait?.said ?? null, onError }
}

/** The sentence and the seconds of a full line; null where something else is wrong. */
async function askWhy(url: string): Promise<{ said: string; seconds: number } | null> {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' } })
    if (answer.status !== 429) return null
    const told = refusal.safeParse(await answer.json())
    const seconds = Number(answer.headers.get('retry-after')) || usualWait
    return { said: told.success ? told.data.msg : '现在观看的人多，线路已满，轮到时会自动载入', seconds }
  } catch {
    return null
  }
}
