import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the server listens while pages are being written (scripts/dev.ts). */
const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** Below this a compressed copy saves nothing. */
const worthCompressing = 1024

/**
 * Writes .br and .gz beside each text file of the build; the server sends them as they are (preCompressed).
 */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /assets\/.*\.(js|css|svg)$/.test(fileName))
      await Promise.all(
        texts.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (content.length < worthCompressing) return
          const path = join(dir, file.fileName)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}

/** What a page needs before anybody could ask for it: the app, and the public pages' own part. */
const early = { app: '/client/app/start.tsx', portal: '/client/features/portal/index.ts' } as const

/**
 * Writes `.early.json`: the files of each of these parts, which the server names in the head of a page so
 * that they come side by side.
 */
function earlyParts(): Plugin {
  return {
    name: 'early-parts',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file] as const] : [],
        ),
      )
      const filesOf = (module: string): string[] => {
        const first = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
        if (!first) throw new Error(`${module} is no part of its own any more`)
        const found = new Set([first.fileName])
        for (const name of found) for (const one of chunks.get(name)?.imports ?? []) found.add(one)
        return [...found]
      }
      const parts = Object.fromEntries(Object.entries(early).map(([name, module]) => [name, filesOf(module)]))
      await writeFile(join(dir, '.early.json'), JSON.stringify(parts))
    },
  }
}

/**
 * Parts of the component library that its table brings along and no list uses: who imports them, as what, and
 * what stands in.
 */
const unused = [
  ['/antd/es/table/InternalTable.js', './hooks/useFilter', 'column-filter.ts'],
  ['/antd/es/table/hooks/useSelection.js', '../../dropdown', 'selection-menu.ts'],
  ['/antd/es/table/InternalTable.js', '../pagination', 'table-pages.ts'],
  ['/@rc-component/form/es/utils/validateUtil.js', '@rc-component/async-validator', 'form-validator.ts'],
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
  plugins: [react(), withoutUnused(), stylesWithNonce(), compressedCopies(), earlyParts()],
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
        // Small parts that nearly every page has: one file of them is lighter over the wire than a dozen.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'parts',
              test: /client\/(ui\/(badge|empty|error-box|name|page-frame|page-title|pager|state-tabs|status-mark)|platform\/format)\.tsx?$/,
            },
          ],
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
