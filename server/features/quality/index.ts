import type { Engine } from '../../engine/engine.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'
import { sweepOf } from './sweep.ts'

export { qualityRoutes } from './routes.ts'

/** Pause between looks when nothing is due, and between batches of the first sweep, so that readers keep their share. */
const idleMs = 5_000
const busyMs = 50

/** Examines archives in the background: what changed within seconds, everything once a day. */
export function startQuality(engine: Engine, log: Log) {
  const sweep = sweepOf(engine)
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    let more = false
    try {
      more = await sweep()
    } catch (error) {
      log.warn('quality.sweep', errorFacts(error))
    }
    if (!stopped) timer = setTimeout(turn, more ? busyMs : idleMs)
  }
  const turn = () => void (running = look())
  let timer = setTimeout(turn, 2_000)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
