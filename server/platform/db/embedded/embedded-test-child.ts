/** A process of its own for embedded.test.ts: starts the server, says so on stdout, stops on SIGTERM. */
import { createLog } from '../../log/log.ts'
import { startEmbedded } from './embedded.ts'

const [, , dataDir = '', options = '{}'] = process.argv
const begun = performance.now()
try {
  const server = await startEmbedded(dataDir, createLog('warn'), JSON.parse(options))
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  const { adopted, pid, port, directory, ownerUrl, appUrl } = server
  say({ adopted, pid, port, directory, ownerUrl, appUrl, ms: Math.round(performance.now() - begun) })
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

function say(facts: object): void {
  process.stdout.write(`${JSON.stringify(facts)}\n`)
}
