import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { build, type Plugin } from 'vite'
import { bareAddress, notPages } from '../catalogue/pages/addresses.ts'
import { match } from '../catalogue/pages/pages.ts'
import { chunksOf, filesOf } from './bundle-files.ts'

const client = join(import.meta.dirname, '../client')

/** Square pictures of the portal. A system cuts its own shape out of a maskable one: a fifth stays free. */
const icons = [
  { name: 'icon-192.png', size: 192, logo: 0.72, round: 0.2, purpose: 'any' },
  { name: 'icon-512.png', size: 512, logo: 0.72, round: 0.2, purpose: 'any' },
  { name: 'icon-maskable.png', size: 512, logo: 0.56, round: 0, purpose: 'maskable' },
  { name: 'icon-apple.png', size: 180, logo: 0.64, round: 0, purpose: null },
] as const

/** Colours of the light screen, from the one place they stand. */
async function colours(): Promise<{ header: string; page: string }> {
  const tokens = await readFile(join(client, 'ui/look/tokens.css'), 'utf8')
  const value = (name: string) => {
    const found = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]
    if (found === undefined) throw new Error(`tokens.css has no --color-${name}`)
    return found
  }
  return { header: value('header'), page: value('page') }
}

/** The logo as it stands on ink: pale petals, white steps (ui/look/logo.tsx). */
async function icon({ size, logo, round }: (typeof icons)[number], ground: string): Promise<Buffer> {
  const drawn = (await readFile(join(client, 'public/logo.svg'), 'utf8'))
    .replace('fill="#df8a38"', 'fill="#eda75f"')
    .replace('r="2.4" fill="#fff"', `r="2.4" fill="${ground}"`)
    .replace('fill="#1c456f"', 'fill="#fff"')
  const inner = await sharp(Buffer.from(drawn), { density: 600 })
    .resize(Math.round(size * logo))
    .png()
    .toBuffer()
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" rx="${size * round}" fill="${ground}"/></svg>`
  return sharp(Buffer.from(plate))
    .composite([{ input: inner }])
    .png({ palette: true })
    .toBuffer()
}

/** Addresses that the icon of an installed portal offers: the same for every role. */
const shortcuts = ['/', '/home/messageData/news', '/home/messageData/policy', '/home/search']

function manifestOf({ header, page }: { header: string; page: string }) {
  return {
    id: '/',
    name: '杏坛',
    short_name: '杏坛',
    description: '教师发展、教研与教师档案管理平台',
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    theme_color: header,
    background_color: page,
    categories: ['education', 'productivity'],
    icons: icons
      .filter(({ purpose }) => purpose !== null)
      .map(({ name, size, purpose }) => ({
        src: `/${name}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    shortcuts: shortcuts.map((url) => ({ name: url === '/' ? '我的工作台' : match(url)?.title, url })),
  }
}

/** A module of the client by itself, in one script that imports nothing. */
async function scriptOf(module: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'chrome109',
      lib: { entry: join(client, module), formats: ['iife'], name: 'script' },
    },
  })
  const [only] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (only?.type !== 'chunk') throw new Error(`${module} is not one script`)
  return only.code
}

/** Puts the script into the page that sends its first calls while all other files are coming. */
export function asksEarly(): Plugin {
  let name = ''
  return {
    name: 'asks-early',
    apply: 'build',
    async buildStart() {
      const source = await scriptOf('early/early.ts')
      name = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: name, source })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'module', async: true, src: `/${name}` }, injectTo: 'head' },
    ],
  }
}

/** The worker, with what it is told of this build. */
async function workerOf(told: object): Promise<string> {
  // Beside the script and not in it: the bundler would repeat it wherever it is read.
  return `const build = ${JSON.stringify(told)};\n${await scriptOf('worker/worker.ts')}`
}

/**
 * Makes the portal installable: the manifest, its icons, and the worker that keeps what the page without a
 * network needs. They stand at the root of the site, under names that stay.
 */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icon-apple.png' }, injectTo: 'head' },
    ],
    async writeBundle({ dir = '' }, bundle) {
      const chunks = chunksOf(bundle)
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
      if (!entry) throw new Error('the build has no first script')
      const page = bundle['index.html']
      const named = page?.type === 'asset' ? String(page.source).matchAll(/"\/(assets\/[^"]+)"/g) : []
      const files = [
        ...[...named].map(([, name = '']) => name),
        ...['app/start.tsx', 'app/offline/offline-page.tsx'].flatMap((module) => filesOf(chunks, module)),
      ]
      const told = {
        entry: `/${entry.fileName}`,
        files: [...new Set(files)].map((name) => `/${name}`),
        shell: bareAddress,
        notPages,
      }
      const used = await colours()
      const texts = {
        'manifest.webmanifest': JSON.stringify(manifestOf(used)),
        'sw.js': await workerOf(told),
      }
      const pictures = icons.map(async (one) => [one.name, await icon(one, used.header)] as const)
      await Promise.all(
        [...Object.entries(texts), ...(await Promise.all(pictures))].map(([name, content]) =>
          writeFile(join(dir, name), content),
        ),
      )
    },
  }
}
