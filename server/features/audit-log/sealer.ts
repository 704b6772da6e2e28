import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'
import { keepHead, keptHead, setHeadAside } from './head-file.ts'
import { lateSeconds, quickSeconds, sealNext, type Head } from './seal.ts'

const pauseMs = 500
const thoroughEveryMs = 60_000

/** Seals the audit in the background, so that a row is sealed within a second and nobody who writes waits for it. */
export function startSealer(db: Database, keys: Keys, folder: string, log: Log) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let thoroughAt = 0
  /** The newest link this process knows of: what the file says, then what it saw. */
  let known: Head | null | undefined
  const look = async () => {
    let more = false
    try {
      known ??= (await keptHead(folder)) ?? null
      more = await step(known)
    } catch (error) {
      log.error('audit.seal.failed', errorFacts(error))
    }
    if (!stopped) timer = setTimeout(turn, more ? 0 : pauseMs)
  }
  const step = async (before: Head | null): Promise<boolean> => {
    const thorough = Date.now() > thoroughAt
    const done = await sealNext(db, keys, thorough ? lateSeconds : quickSeconds, before)
    if (done === null) return false
    if (done.contradicted) {
      log.error('audit.head.contradicted', { seq: before?.seq })
      await setHeadAside(folder, before)
    }
    if (thorough && !done.more) thoroughAt = Date.now() + thoroughEveryMs
    if (done.head && (done.sealed > 0 || done.contradicted)) await keepHead(folder, done.head)
    known = done.head
    return done.more
  }
  const turn = () => void (running = look())
  let timer = setTimeout(turn, 0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
