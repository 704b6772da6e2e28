import { numberBody, numberFound, type NumberFound } from '../../../catalogue/contract/archive/by-number.ts'
import { type ActorOn, countNumbers, scopeCondition, typedNumber } from '../../engine/access/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

type NumberMatch = NonNullable<NumberFound['person']>

/**
 * Finds a person by a whole identity or mobile number, through the blind indexes: the administrator anybody,
 * an office the teachers in its scope. A body and not an address, so that no log in front keeps numbers;
 * counted, so that they cannot be tried out.
 */
export function byNumberRoute(server: Server, db: Database, keys: Keys, actorOn: ActorOn): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/people/byNumber',
    access: [1, 3, 4, 5, 6],
    tag: '教师',
    summary: '按完整的证件号或手机号找人：系统管理员找任何人，机构找本范围内的教师',
    body: numberBody,
    answer: numberFound,
    perMinute: 30,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const { value: number, kind } = typedNumber(body.number)
      await countNumbers({ db, keys }, actor, 'find', [{ kind, value: number }])
      const scope = actor.role === 1 ? sql`true` : scopeCondition(actor, 't')
      const person = await db.maybeOne<NumberMatch>(sql`
        select p.id, p.name, t.id as "teacherId" from person p left join teacher t on t.person_id = p.id
        where p.id in (
          select id from person where id_no_key = any(${[...keys.blinds('id_no', number)]}::text[])
          union select id from person where mobile_key = any(${[...keys.blinds('mobile', number)]}::text[]))
          and ${scope}
        limit 1`)
      return { person: person ?? null }
    },
  })
}
