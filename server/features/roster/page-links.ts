import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListQuery } from './asked.ts'

/** Where a page stands in its list. */
export interface PagePlace {
  readonly total: number
  /** Rows before this page, and on it. */
  readonly passed: number
  readonly length: number
  /** Parameter of the next page, where it does not begin at a row's number. */
  readonly after?: string | undefined
}

/** Tells how many there are, and the addresses of the first, previous, next and last page (OneRoster 1.2). */
export function tellPages(
  reply: FastifyReply,
  { url }: FastifyRequest,
  query: ListQuery,
  { total, passed, length, after }: PagePlace,
): void {
  const { limit, orderBy, sort, filter, fields } = query
  const [path = ''] = url.split('?')
  const link = (rel: string, where: Readonly<Record<string, string>>) => {
    const parameters = new URLSearchParams({
      limit: String(limit),
      orderBy,
      ...(sort !== undefined && { sort }),
      ...(filter !== undefined && { filter }),
      ...(fields !== undefined && { fields }),
      ...where,
    })
    return `<${path}?${parameters.toString()}>; rel="${rel}"`
  }
  const at = (offset: number) => ({ offset: String(offset) })
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const end = passed + length
  const links = [link('first', at(0)), link('last', at(last))]
  if (length > 0 && end < total) links.push(link('next', after === undefined ? at(end) : { after }))
  if (passed > 0) links.push(link('prev', at(Math.max(0, Math.min(passed - limit, last)))))
  reply.header('x-total-count', String(total)).header('link', links.join(', '))
}
