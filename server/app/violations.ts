import { z } from 'zod'
import { fewer } from '../platform/http/limits.ts'
import { violationsUrl, type Server } from '../platform/http/server.ts'
import type { Log } from '../platform/log/log.ts'

/** Lines of the log in a minute: one faulty page is opened by thousands. */
const mostLines = 20

const text = z.string().max(2000).optional().catch(undefined)
/** A report as browsers send it to `report-uri` (CSP Level 2). What else it holds is left out. */
const report = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
})

/** Origin and path of an address; never its query, which may carry what must not be logged. */
const plainAddress = (address: string | undefined): string | undefined =>
  address?.split(/[?#]/)[0]?.slice(0, 200)

/**
 * Takes what browsers tell of the content security policy: a line of the log, so that an operator sees a page
 * that breaks, or somebody who tries. Anybody may send one, so nothing is kept and lines are few.
 */
export function violationRoute(server: Server, log: Log): void {
  let [minute, lines] = [0, 0]
  server.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(null, null)
      }
    },
  )
  server.post(
    violationsUrl,
    { config: { access: 'public', ...fewer(30) }, bodyLimit: 16 * 1024, schema: { hide: true } },
    async ({ body }, reply) => {
      const read = report.safeParse(body)
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) [minute, lines] = [now, 0]
      if (read.success && (lines += 1) <= mostLines) {
        const told = read.data['csp-report']
        log.warn('csp.refused', {
          directive: (told['effective-directive'] ?? told['violated-directive'])?.slice(0, 80),
          blocked: plainAddress(told['blocked-uri']),
          page: plainAddress(told['document-uri']),
        })
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}
