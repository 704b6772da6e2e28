import { areaChildren, areaLineage, areaName } from '../../../catalogue/areas/areas.ts'
import { contentAreas } from '../../../catalogue/contract/portal/contents.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { writersOf, type Contents } from './feature.ts'

interface Line {
  readonly code: string
  readonly name: string
  readonly depth: number
}

/** An area with everything below it, down to counties: townships have no pages of their own. */
function below(code: string, depth: number): Line[] {
  const under = depth >= 3 ? [] : areaChildren(code).flatMap((child) => below(child.code, depth + 1))
  return [{ code, name: areaName(code), depth }, ...under]
}

/**
 * The areas somebody may publish for: that of their institution and those below; an administrator's are the
 * whole province.
 */
export function areaRoutes(server: Server, { db, actorOn, types }: Contents): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/contentAreas',
    access: writersOf(types),
    tag: '门户内容',
    summary: '我可以选的适用区域',
    answer: contentAreas,
    handle: async (_, request) => {
      const { role, institutionId } = actorOn(request)
      const own = await db.maybeOne<{ area_code: string }>(
        sql`select area_code from institution where id = ${institutionId}`,
      )
      const lineage = own ? areaLineage(own.area_code) : []
      const depth = role === 1 ? 1 : lineage.length
      const root = lineage[depth - 1]
      return { list: root === undefined ? [] : below(root, depth) }
    },
  })
}
