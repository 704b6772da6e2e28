import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Where the browser and its font configuration stand once they are unpacked. */
const place = resolve('node_modules/.cache/xingtan-browser')

/**
 * Fonts that come as packages: what a Chinese reader's machine has, and the browser's own Latin letters.
 * Without a font configuration the browser takes what the machine has, and stops where that is nothing.
 */
const fontFolders = [
  'node_modules/@expo-google-fonts/noto-sans-sc/400Regular',
  'node_modules/@expo-google-fonts/noto-sans-sc/700Bold',
]

const aliases = ['sans-serif', 'serif', 'monospace', 'system-ui']

function fontConfiguration(): string {
  const folders = fontFolders.map((folder) => `  <dir>${resolve(folder)}</dir>`)
  const preferred = aliases.map(
    (name) =>
      `  <alias binding="strong"><family>${name}</family><prefer><family>Noto Sans SC</family></prefer></alias>`,
  )
  const cache = `  <cachedir>${join(place, 'font-cache')}</cachedir>`
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders,
    ...preferred,
    cache,
    '</fontconfig>',
    '',
  ].join('\n')
}

/**
 * Unpacks the browser that comes as an npm package, once for all runs of its version, and returns its path.
 * The package unpacks into the temporary folder and takes whatever file of that name it finds for whole; here
 * it unpacks into a folder of its own, which is renamed when it is complete, so that an interrupted run
 * leaves no half browser.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
    version: string
  }
  const folder = join(place, version)
  if (existsSync(folder)) return join(folder, 'chromium')
  const coming = await mkdtemp(join(place, 'unpacking-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = coming
  try {
    await (await import('@sparticuz/chromium')).default.executablePath()
    await rename(coming, folder).catch((error: unknown) => {
      // Another run was faster.
      if (!existsSync(folder)) throw error
    })
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await rm(coming, { recursive: true, force: true })
  }
  return join(folder, 'chromium')
}

/**
 * Sets `CHROMIUM_PATH` and `FONTCONFIG_FILE` for the workers of a run: the packaged browser, unless
 * `CHROMIUM_PATH` names another, and the packaged fonts, so that every machine draws the same.
 */
export async function prepareBrowser(): Promise<void> {
  await mkdir(place, { recursive: true })
  const configuration = join(place, 'fonts.conf')
  await writeFile(configuration, fontConfiguration())
  process.env['FONTCONFIG_FILE'] = configuration
  process.env['CHROMIUM_PATH'] ||= await unpacked()
}
