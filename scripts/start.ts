/**
 * `npm start`: runs the server in this same process, so that signals need no passing on, and builds the
 * browser part beside it if its sources changed since the last build. The two options of V8 in package.json
 * keep an import of a hundred thousand rows from tripling the memory: V8 collects when the heap is 80 %
 * larger than what lives, not four times as large (docs/decisions/0060).
 */
import cluster from 'node:cluster'
import { buildIfChanged, finishLater } from './pages.ts'

const NODE_MAJOR = 24

function checkNode(): void {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return
  process.stderr.write(
    `需要 Node ${NODE_MAJOR} 以上，当前是 ${process.versions.node}。请用 npm start 启动（它会用 node_modules 里的 Node ${NODE_MAJOR}）。\n`,
  )
  process.exit(1)
}

/**
 * npm passes a signal to the shell it runs us in, and Debian's shell dies of it without telling us. So when
 * that shell is gone, we were meant. (With `exec node …` as the script there is no shell, and this never
 * acts.)
 */
function endWithShell(): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 100)
  timer.unref()
}

checkNode()
endWithShell()
// Loaded after the check: an older Node cannot read what the server is written in.
const { processesOf } = await import('../server/platform/config/processes.ts')
const { serve } = await import('../server/main.ts')
const processes = cluster.isPrimary ? processesOf(process.env) : 1
if (processes > 1) {
  await buildIfChanged({ compressing: 'later' })
  const { superviseProcesses } = await import('./processes.ts')
  await superviseProcesses(processes)
} else await serve((stopped) => buildIfChanged({ stopped, compressing: 'later' }))
// The pages are sent as they are until then: a first start answers seconds earlier.
if (cluster.isPrimary) await finishLater()
