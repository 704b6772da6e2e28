import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const BUILT = join(ROOT, 'dist', 'index.html')
const STAMP = join(ROOT, 'dist', '.sources')
/** Everything the bundle is made of. */
const SOURCES = ['client', 'catalogue', 'vite.config.ts', 'tsconfig.base.json', 'package-lock.json']

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

/** The browser part, built if its sources changed since the last build; ends the process when it cannot be built. */
export async function buildIfChanged(): Promise<void> {
  // A delivery without sources brings its bundle along.
  if (!existsSync(join(ROOT, 'client')) && existsSync(BUILT)) return
  const sources = await hashSources()
  const stamp = await readFile(STAMP, 'utf8').catch(() => '')
  if (stamp === sources && existsSync(BUILT)) return
  process.stdout.write('正在构建页面（首次启动或源码有变动）……\n')
  await build()
  await writeFile(STAMP, sources)
}
