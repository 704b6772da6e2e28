import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '../../catalogue/errors.ts'
import { failureOf, type Server } from '../platform/http/server.ts'

const notBuilt = '<!doctype html><meta charset="utf-8"><title>杏坛</title><p>页面还没有构建，请用 npm start 启动。</p>'

/** First path segments that belong to the API, the files and the checks: there a missing address is a 404, not the page. */
const notPages = new Set(['api', 'files', 'assets', 'health', 'ready'])

/** The built client: hashed assets for ever, the page itself for every other address. */
export async function pageRoutes(server: Server, folder: string): Promise<void> {
  const index = join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : notBuilt
  const config = { access: 'public' } as const
  if (existsSync(folder)) {
    server.addHook('onRoute', (route) => {
      if (route.config?.access === undefined) route.config = { ...route.config, ...config }
    })
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      wildcard: false,
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.*'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=600')
      },
    })
  }
  server.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    const first = path.split('/')[1] ?? ''
    if (request.method !== 'GET' || notPages.has(first)) return reply.code(404).send(failureOf('missing', new AppError('missing')))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
