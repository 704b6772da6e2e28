import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../server/platform/lifecycle/start-error.ts'
import { compress, uncompressed } from './compressed.ts'

const ROOT = join(import.meta.dirname, '..')
const builtIn = (root: string) => join(root, 'dist', 'index.html')
const stampIn = (root: string) => join(root, 'dist', '.sources')
/** Everything the bundle is made of. */
const SOURCES = [
  'client',
  'catalogue',
  'vite.config.ts',
  'scripts/bundle-files.ts',
  'scripts/compressed.ts',
  'scripts/installable.ts',
  'tsconfig.base.json',
  'package-lock.json',
]

/** Names and contents of all source files; tests do not count. */
async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  const add = async (path: string): Promise<void> => {
    hash.update(`${path}\0`)
    hash.update(await readFile(join(root, path)))
  }
  for (const source of SOURCES) {
    if (!existsSync(join(root, source))) continue
    const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    )
    if (!entries) await add(source)
    const files = (entries ?? []).filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    for (const path of paths.sort()) await add(path)
  }
  return hash.digest('hex')
}

/** Whether a build is compressed before it counts, or by `finishLater` when the portal answers. */
type CompressionTime = 'now' | 'later'

/**
 * In a child: the bundler's memory goes with it. A signal during the build ends both.
 * @throws StartError when the pages cannot be built
 */
function build(stopped: AbortSignal | undefined, compressing: CompressionTime): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      stdio: 'inherit',
      // What is delivered is always the production build, whatever the server's own mode.
      env: { ...process.env, NODE_ENV: 'production', COMPRESS: compressing },
      ...(stopped && { signal: stopped }),
    })
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    process.on('SIGTERM', pass).on('SIGINT', pass)
    child.on('error', () => {})
    child.on('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass)
      if (code === 0) return resolve()
      reject(
        new StartError(signal ? '页面构建被中止。' : '页面构建失败，原因见上；依赖不全时请先执行 npm ci。'),
      )
    })
  })
}

/** Remembers what the pages in `dist` were built from. */
export async function stampSources(root = ROOT): Promise<void> {
  await writeFile(stampIn(root), await hashSources(root))
}

/** Builds the pages, whatever is there: `npm run build`. A directory built so may be read-only afterwards. */
export async function buildPages(stopped?: AbortSignal, compressing: CompressionTime = 'now'): Promise<void> {
  await build(stopped, compressing)
  await stampSources()
}

const canWrite = (root: string): Promise<boolean> =>
  mkdir(join(root, 'dist'), { recursive: true })
    .then(() => access(join(root, 'dist'), constants.W_OK))
    .then(
      () => true,
      () => false,
    )

/**
 * The browser part, built if its sources changed since the last build.
 * @param of `stopped` ends the build; `compressing: 'later'` leaves its copies to `finishLater`
 * @throws StartError when it cannot be built
 */
export async function buildIfChanged({
  root = ROOT,
  stopped,
  compressing = 'now',
}: {
  readonly root?: string
  readonly stopped?: AbortSignal
  readonly compressing?: CompressionTime
} = {}): Promise<void> {
  // A delivery without sources brings its bundle along.
  if (!existsSync(join(root, 'client')) && existsSync(builtIn(root))) return
  const stamp = await readFile(stampIn(root), 'utf8').catch(() => '')
  if (existsSync(builtIn(root)) && stamp === (await hashSources(root))) {
    // A start may have left them out, or may just be making them.
    if (compressing === 'now' && (await canWrite(root))) await compress(join(root, 'dist'))
    return
  }
  if (!(await canWrite(root))) {
    throw new StartError(
      `页面尚未构建或比源码旧，而程序目录 ${root} 不可写：请在可写的副本里执行 npm run build，再发布整个目录。`,
    )
  }
  process.stdout.write('正在构建页面（首次启动或源码有变动）……\n')
  await buildPages(stopped, compressing)
}

/**
 * Makes what a start left out, in processes of their own beside the portal that end with it: the copies, without
 * which the pages are sent as they are, and the site of the documents.
 */
export async function finishLater(): Promise<void> {
  if (!existsSync(join(ROOT, 'client')) || !(await canWrite(ROOT))) return
  const missing = await uncompressed(join(ROOT, 'dist')).catch(() => [])
  const scripts = [
    ...(missing.length > 0 ? ['compressed.ts'] : []),
    ...(existsSync(join(ROOT, 'dist-documents')) ? [] : ['site/site.ts']),
  ]
  for (const script of scripts) {
    const child = spawn(process.execPath, [join(import.meta.dirname, script)], { stdio: 'inherit' })
    process.once('exit', () => void child.kill())
    child.unref()
  }
}
