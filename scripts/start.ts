/**
 * `npm start`: builds the browser part if its sources changed since the last build, then runs the server in this same
 * process, so that signals need no passing on.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const BUILT = join(ROOT, 'dist', 'index.html')
const STAMP = join(ROOT, 'dist', '.sources')
const NODE_MAJOR = 24
/** Everything the bundle is made of. */
const SOURCES = ['client', 'catalogue', 'vite.config.ts', 'tsconfig.base.json', 'package-lock.json']

function checkNode(): void {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return
  process.stderr.write(
    `需要 Node ${NODE_MAJOR} 以上，当前是 ${process.versions.node}。请用 npm start 启动（它会用 node_modules 里的 Node ${NODE_MAJOR}）。\n`,
  )
  process.exit(1)
}

/** Names and contents of all source files; tests do not count. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const add = async (path: string): Promise<void> => {
    hash.update(`${path}\0`)
    hash.update(await readFile(join(ROOT, path)))
  }
  for (const source of SOURCES) {
    if (!existsSync(join(ROOT, source))) continue
    const entries = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    )
    if (!entries) await add(source)
    const files = (entries ?? []).filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    for (const path of paths.sort()) await add(path)
  }
  return hash.digest('hex')
}

/** In a child: the bundler's memory goes with it. A signal during the build ends both. */
function build(): Promise<void> {
  return new Promise((resolve) => {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      stdio: 'inherit',
      // What is delivered is always the production build, whatever the server's own mode.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    process.on('SIGTERM', pass).on('SIGINT', pass)
    child.on('error', () => {})
    child.on('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass)
      if (code === 0) return resolve()
      if (!signal) process.stderr.write('页面构建失败，原因见上；依赖不全时请先执行 npm ci。\n')
      process.exit(1)
    })
  })
}

async function buildIfChanged(): Promise<void> {
  // A delivery without sources brings its bundle along.
  if (!existsSync(join(ROOT, 'client')) && existsSync(BUILT)) return
  const sources = await hashSources()
  const stamp = await readFile(STAMP, 'utf8').catch(() => '')
  if (stamp === sources && existsSync(BUILT)) return
  process.stdout.write('正在构建页面（首次启动或源码有变动）……\n')
  await build()
  await writeFile(STAMP, sources)
}

/**
 * npm passes a signal to the shell it runs us in, and Debian's shell dies of it without telling us. So when that shell
 * is gone, we were meant. (With `exec node …` as the script there is no shell, and this never acts.)
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
await buildIfChanged()
await import('../server/main.ts')
