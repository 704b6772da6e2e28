import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { z } from 'zod'
import { chapterGroups } from './site/chapters.ts'
import { deadLinks } from './site/links.ts'

/** Folders of which each page of `docs/rooms` names every one, in bold. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'catalogue.md': ['catalogue'],
  'engine.md': ['server/engine'],
  'platform.md': ['server/platform'],
  'features.md': ['server/features'],
  'app.md': ['server/app'],
  'client.md': ['client'],
}

const mostLinesOfMap = 90

const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() && one.name !== 'public' ? [one.name] : [],
  )

/** Rooms that a page of the map leaves out, and rooms that it names though they are gone. */
export function roomFaults(read = (name: string) => readFileSync(`docs/rooms/${name}`, 'utf8')): string[] {
  return Object.entries(pages).flatMap(([page, paths]) => {
    const named = new Set([...read(page).matchAll(/\*\*([a-z0-9-]+)\*\*/g)].map(([, name = '']) => name))
    const there = new Set(paths.flatMap(foldersOf))
    return [
      ...[...there]
        .filter((name) => !named.has(name))
        .map((name) => `docs/rooms/${page} does not name ${name}/`),
      ...[...named]
        .filter((name) => !there.has(name))
        .map((name) => `docs/rooms/${page} names ${name}/, which is gone`),
    ]
  })
}

/** Decisions by number, with the lines before their first section. */
function decisionHeads(): ReadonlyMap<string, string> {
  const files = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name))
  return new Map(
    files.map((name) => {
      const [head = ''] = readFileSync(`docs/decisions/${name}`, 'utf8').split(/^## /m)
      return [name.slice(0, 4), head]
    }),
  )
}

/**
 * Decisions that a later one replaces or takes back although their own head does not say so. A reader who
 * comes from a comment in the code would follow the old one.
 */
export function unsaidReplacements(heads = decisionHeads()): string[] {
  return [...heads].flatMap(([number, head]) =>
    [...head.matchAll(/(?:Replaces|Takes back|Supersedes)([^.;]*)[.;]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/\b(\d{4})\b/g)].flatMap(([, old = '']) =>
        heads.get(old)?.includes(number)
          ? []
          : [`docs/decisions/${old} does not say in its head that ${number} replaces it`],
      ),
    ),
  )
}

/** Files that a how-to has its reader write. */
const written = new Set([
  'catalogue/kinds/percent.ts',
  'server/engine/kinds/percent-kind.ts',
  'client/engine/kinds/percent-kind.tsx',
  'catalogue/processes/studio-membership.ts',
  'catalogue/processes/training-course.ts',
])

const ownPath = /^(?:catalogue|server|client|scripts|demo|bench|e2e|docs|deploy)\/[\w./-]*$/

/** Files and commands that a document names outside its code blocks, though they do not exist. */
export function deadNames(path: string, text: string, commands: ReadonlySet<string>): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
  const isThere = (name: string) =>
    written.has(name) || ['', '.ts', '.tsx', '.test.ts', '/index.ts'].some((end) => existsSync(name + end))
  const decisions = readdirSync('docs/decisions').join(' ')
  const isDecision = (name: string) =>
    name.startsWith('docs/decisions/') && decisions.includes(`${name.slice('docs/decisions/'.length)}-`)
  return [
    ...[...prose.matchAll(/`([^`\s]+)`|\bnode ((?:scripts|bench|demo)\/\S+\.ts)/g)].flatMap(
      ([, quoted, run]) => {
        const name = quoted ?? run ?? ''
        const isFaulty = ownPath.test(name) && !isThere(name) && !isDecision(name)
        return isFaulty ? [`${path} names ${name}, which does not exist`] : []
      },
    ),
    ...[...prose.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
      commands.has(name) ? [] : [`${path} names npm run ${name}, which does not exist`],
    ),
  ]
}

/** The documents that say how things are done. */
const instructions = (): string[] => [
  'README.md',
  'docs/map.md',
  'docs/glossary.md',
  ...['docs/how-to', 'docs/rooms'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

const packageShape = z.object({ scripts: z.record(z.string(), z.string()) })

/** What is not true of the documents about the house. */
export function documentFaults(): string[] {
  const map = readFileSync('docs/map.md', 'utf8')
  const lines = map.split('\n').length - 1
  const heads = decisionHeads()
  const commands = new Set(
    Object.keys(packageShape.parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts),
  )
  const texts = [map, ...Object.keys(pages).map((name) => readFileSync(`docs/rooms/${name}`, 'utf8'))]
  const unknown = texts.flatMap((text) =>
    [...text.matchAll(/\((\d{4}(?:, \d{4})*)\)/g)].flatMap(([, list = '']) =>
      list.split(', ').filter((number) => !heads.has(number)),
    ),
  )
  const chapters = chapterGroups('.').flatMap((group) => group.chapters)
  return [
    ...deadLinks('.', chapters),
    ...(lines > mostLinesOfMap ? [`docs/map.md: ${lines} lines, at most ${mostLinesOfMap}`] : []),
    ...unknown.map((number) => `docs/map.md and its rooms name decision ${number}, which does not exist`),
    ...roomFaults(),
    ...instructions().flatMap((path) => deadNames(path, readFileSync(path, 'utf8'), commands)),
    ...unsaidReplacements(heads),
  ]
}
