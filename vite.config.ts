import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunksOf, filesOf } from './scripts/bundle-files.ts'
import { compress } from './scripts/compressed.ts'
import { asksEarly, installable } from './scripts/installable.ts'

/** Where the server listens while pages are being written (scripts/dev.ts). */
const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** Writes compressed copies beside the files, but for a start that serves them first (scripts/pages.ts). */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle: async ({ dir = '' }) => {
      if (process.env['COMPRESS'] !== 'later') await compress(dir)
    },
  }
}

/** Where each page begins, as the table of pages says it (client/app/pages.ts). */
const pageLine = /^ {2}'?([\w-]+)'?: (enginePage|listPage|page)\([\s\S]*?import\('\.\.\/([^']+)'\)/gm

/**
 * Writes `.early.json`: the files of each page, which the server names in its head so that they come side by
 * side, and do not wait for each other.
 */
function earlyParts(): Plugin {
  return {
    name: 'early-parts',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = chunksOf(bundle)
      // Anything else would run, and build schemas, before main.tsx has told zod how.
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
      const others = entry?.imports.filter((name) => !/\/(first|rolldown-runtime)-/.test(name)) ?? []
      if (!entry || others.length > 0) throw new Error(`main.tsx begins with ${others.join(', ')}`)
      const filesFor = (module: string) => filesOf(chunks, module)
      const table = await readFile(join(import.meta.dirname, 'client/app/pages.ts'), 'utf8')
      const pages = [...table.matchAll(pageLine)].map(([, name = '', frame = '', module = '']) => {
        const frames = frame === 'page' ? [] : filesFor('app/engine-frame.tsx')
        if (frame === 'enginePage') frames.push(...filesFor('ui/library/parts.ts'))
        return [name, [...new Set([...frames, ...filesFor(module)])]] as const
      })
      const parts = {
        app: filesFor('app/start.tsx'),
        workspace: filesFor('app/workspace.tsx'),
        pages: Object.fromEntries(pages),
      }
      await writeFile(join(dir, '.early.json'), JSON.stringify(parts))
    },
  }
}

/**
 * What is fetched as one file: many small ones cost a slow network a journey each. A floor holds whatever its
 * modules import, unless a floor before it does.
 */
const floors = {
  app: ['app/start.tsx'],
  portal: ['features/portal/index.ts'],
  signIn: ['features/sign-in/index.ts'],
  workspace: ['app/workspace.tsx', 'features/workbench/index.ts'],
  lists: ['app/engine-frame.tsx', 'engine/pages/review-page.tsx'],
  library: ['ui/library/parts.ts'],
} as const
type Floor = keyof typeof floors

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** The floors a module stands on: those whose modules import it, directly or by others. */
function floorsOf(modules: Modules): ReadonlyMap<string, ReadonlySet<Floor>> {
  const stands = new Map<string, Set<Floor>>()
  for (const [floor, begins] of Object.entries(floors) as [Floor, readonly string[]][]) {
    const reached = new Set(begins.map((module) => join(import.meta.dirname, 'client', module)))
    for (const id of reached) {
      for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
      stands.set(id, (stands.get(id) ?? new Set()).add(floor))
    }
  }
  return stands
}

/** Names the file of a module; null leaves it to the bundler. */
function fileOf(): (id: string, modules: Modules) => string | null {
  let known: ReadonlyMap<string, ReadonlySet<Floor>> | null = null
  return (id, modules) => {
    // By itself, with what fetches the next: main.tsx sets zod up before anything builds a schema, and a file
    // runs as a whole.
    if (id.includes('/node_modules/zod/') || id.includes('vite/preload-helper')) return 'first'
    known ??= floorsOf(modules)
    const on = known.get(id)
    if (!on) return null
    if (on.has('app')) return 'app'
    // What two of them share is little, and a file of its own costs a kilobyte of headers.
    if (on.has('portal')) return on.size === 1 ? 'portal' : 'app'
    // Who signs in waits for little; the workspace comes afterwards (client/app/pages.ts).
    if (on.has('signIn')) return on.size === 1 ? 'sign-in' : 'app'
    if (on.has('workspace')) return 'workspace'
    return on.has('lists') ? 'lists' : 'library'
  }
}

/**
 * Puts the style sheet behind the first picture: in the head it would hold that picture back until it has
 * come.
 */
function styleAfterFirstPicture(): Plugin {
  return {
    name: 'style-after-first-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        const bare = sheets.reduce((page, sheet) => page.replace(sheet, ''), html)
        // The last one: another in the head holds what pages look like without scripts.
        const at = bare.lastIndexOf('<noscript>')
        return `${bare.slice(0, at)}${sheets.join('')}${bare.slice(at)}`
      },
    },
  }
}

/**
 * Parts that the inputs of the component library bring along and this house does not use: who imports them,
 * as what, and what stands in.
 */
const unused = [
  ['/antd/es/config-provider/defaultRenderEmpty.js', '../empty', 'empty-drawing.ts'],
  ['/antd/es/form/context.js', '@rc-component/form', 'form-provider.ts'],
  ['/antd/es/config-provider/index.js', '../tooltip/UniqueProvider', 'shared-tooltip.ts'],
] as const

/**
 * Leaves `unused` out. A part that is no longer asked for by that name ends the build: the library has
 * changed, and this list is old.
 */
function withoutUnused(): Plugin {
  const met = new Set<string>()
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const part = unused.find(([by, name]) => source === name && importer?.endsWith(by))
      if (!part) return null
      met.add(part[2])
      return join(import.meta.dirname, 'client/app/stand-ins', part[2])
    },
    buildEnd(error) {
      const missing = unused.filter(([, , standIn]) => !met.has(standIn))
      if (!error && missing.length > 0)
        throw new Error(
          `not imported any more: ${missing.map(([by, name]) => `${name} by ${by}`).join(', ')}`,
        )
    },
  }
}

/**
 * Leaves out what makes JSON schemas of schemas: only the server describes its calls, and the library binds
 * it to every schema there is.
 */
function withoutJsonSchemas(): Plugin {
  const bound = /^ *inst\._zod\.processJSONSchema = .*$/gm
  const methods =
    'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/zod/v4/classic/schemas.js')) return null
      if (code.search(bound) < 0 || !code.includes(methods))
        throw new Error('the schema library binds JSON schemas in another way now: see withoutJsonSchemas')
      const none =
        'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => () => undefined;'
      return { code: code.replaceAll(bound, '').replace(methods, none), map: null }
    },
  }
}

/**
 * Gives every style element of the component library the page's nonce: two of its parts (measuring a scroll
 * bar, holding the page still behind a drawer) write theirs without the nonce that ConfigProvider was given.
 */
function stylesWithNonce(): Plugin {
  const given = /(?:option\.)?csp\?\.nonce/g
  return {
    name: 'styles-with-nonce',
    transform(code, id) {
      if (!id.endsWith('/@rc-component/util/es/Dom/dynamicCSS.js')) return null
      if (code.search(given) < 0)
        throw new Error(
          'the component library writes its style elements in another way now: see stylesWithNonce',
        )
      const nonce = `document.querySelector('meta[name="csp-nonce"]')?.content`
      return { code: code.replaceAll(given, `($& ?? ${nonce})`), map: null }
    },
  }
}

/**
 * Client build. Everything is served from this site: no inline script, no data: address, no outside request.
 */
export default defineConfig({
  root: 'client',
  publicDir: 'public',
  plugins: [
    react(),
    withoutUnused(),
    withoutJsonSchemas(),
    stylesWithNonce(),
    compressedCopies(),
    earlyParts(),
    asksEarly(),
    installable(),
    styleAfterFirstPicture(),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Windows 7 stands in many schools; its last Chrome is 109.
    target: ['chrome109', 'firefox115', 'safari16'],
    // A data: address would need img-src data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf(), debugName: 'floors' }],
        },
      },
    },
    // antd in one chunk is what it is; the budget is watched by figures, not by this warning.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/files',
        '^/login/(logout|check)$',
        '^/app$',
        '/feed',
        '/sitemap.xml',
        '/robots.txt',
        '/health',
        '/ready',
      ].map((path) => [path, api]),
    ),
  },
})
