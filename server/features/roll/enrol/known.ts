import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  KnownAnswer,
  KnownQuestion,
  EmploymentStanding,
} from '../../../../catalogue/contract/archive/enrolment.ts'
import { rollType, standsIn } from '../../../../catalogue/contract/archive/roll.ts'
import { countNumbers, scopeCondition } from '../../../engine/access/index.ts'
import { tableName } from '../../../engine/schema/index.ts'
import type { Keys } from '../../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { isSameName, nameKey, nameKeyOf } from '../../../engine/names/index.ts'

/** Most people of one name and birthday that are shown. */
const mostAlike = 10

interface Row {
  readonly teacherId: number | null
  readonly name: string
  readonly status: string | null
  /** Institution of the present personnel membership. */
  readonly at: number | null
}

const died = '03'

/** What a number stands for, told so far as a school may know it: never whose it is elsewhere. */
function standingOf(row: Row | undefined, name: string, own: number): EmploymentStanding {
  if (!row) return 'free'
  if (row.teacherId !== null && row.at === own) return 'here'
  // Whoever does not know the name learns nothing but that the number is taken.
  if (row.at !== null || !isSameName(row.name, name) || row.status === died) return 'elsewhere'
  if (row.teacherId === null || row.status === null) return 'account'
  return standsIn('retired', row.status) ? 'retired' : 'left'
}

/** Who has this number: the teacher's number, and what it stands for. The question is counted. */
export async function numberOf(
  db: Database,
  keys: Keys,
  actor: Actor,
  { name, idCardNo }: Pick<KnownQuestion, 'name' | 'idCardNo'>,
): Promise<{ standing: EmploymentStanding; teacherId: number | null }> {
  await countNumbers({ db, keys }, actor, 'roll', [{ kind: 'id_no', value: idCardNo }])
  const row = await db.maybeOne<Row>(sql`
    select t.id as "teacherId", p.name, t.status, m.institution_id as at
    from person p
    left join teacher t on t.person_id = p.id
    left join membership m on m.teacher_id = t.id and m.kind = 'personnel' and m.to_on is null
    where p.id_no_key = any(${[...keys.blinds('id_no', idCardNo)]}::text[])`)
  return { standing: standingOf(row, name, actor.institutionId), teacherId: row?.teacherId ?? null }
}

/** Teachers of the actor's scope with this name, in whatever shape of its letters, and birthday. */
export function alikeTo(
  db: Queryable,
  actor: Actor,
  { name, birthDate }: Pick<KnownQuestion, 'name' | 'birthDate'>,
): Promise<KnownAnswer['alike']> {
  return db.query<KnownAnswer['alike'][number]>(sql`
    select t.id as "teacherId", t.name, coalesce(i.name, '') as institution, t.status
    from ${sql.id(tableName(rollType))} b
    join teacher t on t.id = b.owner_id
    left join institution i on i.id = t.institution_id
    where ${nameKeyOf('t')} = ${nameKey(name)} and b.birth_date = ${birthDate}::date and b.voided_at is null
      and ${scopeCondition(actor, 't', 'id')}
    order by t.id
    limit ${sql.lit(mostAlike)}`)
}

/** Answers whether somebody is known: by the number on the whole platform, by name and birthday in scope. */
export async function checkKnown(
  db: Database,
  keys: Keys,
  actor: Actor,
  question: KnownQuestion,
): Promise<KnownAnswer> {
  const { standing, teacherId } = await numberOf(db, keys, actor, question)
  const found = await alikeTo(db, actor, question)
  const own = standing === 'here' ? teacherId : null
  return { standing, teacherId: own, alike: found.filter((one) => one.teacherId !== own) }
}
