import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type {
  consentChange,
  ConsentsAnswer,
  ConsentState,
} from '../../../catalogue/contract/account/consents.ts'
import type { ContentFinding } from '../../../catalogue/contract/portal/contents.ts'
import {
  consentActs,
  consentMatterNames,
  consentMatters,
  consentShowings,
  consentTitle,
  type ConsentMatter,
  type PersonShowing,
} from '../../../catalogue/legal/consents.ts'
import { builtInEdition } from '../../../catalogue/legal/texts.ts'
import { endShowing, releaseFiles } from '../../engine/publishing/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Legal } from './in-force.ts'

/** Most lines of the own log that are shown. */
const mostLines = 100

/** Whom a content may show: a name with every institution that the person belongs or belonged to. */
interface ShownPerson {
  readonly name: string
  readonly orgs: readonly string[]
  readonly identities: readonly number[]
}

/** Institutions of the person with this id: of accounts, and of memberships that are over, too. */
const institutionsOf = (personId: Sql): Sql => sql`
  select a.institution_id from identity a where a.person_id = ${personId} and a.lent_by is null
  union
  select m.institution_id from membership m join teacher t on t.id = m.teacher_id where t.person_id = ${personId}`

const shownPerson = (db: Queryable, personId: number): Promise<ShownPerson> =>
  db.one<ShownPerson>(sql`
    select p.name,
      array(select distinct i.name from institution i where i.id in (${institutionsOf(sql`p.id`)})) as orgs,
      array(select a.id from identity a where a.person_id = p.id and a.lent_by is null) as identities
    from person p
    where p.id = ${personId}`)

interface ShownContent {
  readonly id: number
  readonly title: string
  readonly by: number
}

/** Live contents of one kind that show the person. */
function showing(
  db: Queryable,
  { type, by, instead }: PersonShowing,
  { name, orgs, identities }: ShownPerson,
): Promise<ShownContent[]> {
  const field = (key: string) => sql`c.live ->> ${key}::text`
  const person =
    by === 'author'
      ? sql`c.author_identity = any(${[...identities]}::int[])`
      : sql`${field(by.name)} = ${name} and ${field(by.org)} = any(${[...orgs]}::text[])`
  const stands = Object.entries(instead ?? {}).map(
    ([key, value]) => sql`and ${field(key)} is distinct from ${value}::text`,
  )
  return db.query<ShownContent>(sql`
    select c.id, coalesce(${field(contents[type].headline)}, '') as title, c.by_identity as by
    from content c
    where c.type = ${type} and c.live is not null and ${person} ${sql.join(stands, ' ')}
    order by c.id`)
}

const lastActs = async (db: Queryable, personId: number) => {
  const rows = await db.query<{ kind: ConsentMatter; act: 'agreed' | 'withdrawn'; at: string }>(sql`
    select distinct on (kind) kind, act, at
    from consent_log
    where person_id = ${personId} and kind = any(${consentMatterNames}::text[])
    order by kind, id desc`)
  return new Map(rows.map((row) => [row.kind, row]))
}

/** What rests on the person's consent, and everything that they agreed to, read or withdrew. */
export async function consentsOf(
  { publishing: { db } }: Legal,
  { personId }: Actor,
): Promise<ConsentsAnswer> {
  const [person, acts, log] = await Promise.all([
    shownPerson(db, personId),
    lastActs(db, personId),
    db.query<{ id: number; kind: string; act: string; edition: string; at: string }>(sql`
      select id::float8 as id, kind, act, edition, at
      from consent_log
      where person_id = ${personId}
      order by consent_log.id desc
      limit ${sql.lit(mostLines)}`),
  ])
  const matters = await Promise.all(
    consentMatterNames.map(async (matter): Promise<ConsentState> => {
      const shown = await Promise.all(consentShowings[matter].map((one) => showing(db, one, person)))
      const last = acts.get(matter)
      return {
        matter,
        ...consentMatters[matter],
        state: last?.act ?? 'none',
        at: last?.at ?? null,
        shown: shown.flat().length,
      }
    }),
  )
  return {
    matters,
    log: log.map(({ kind, act, ...line }) => ({
      ...line,
      title: consentTitle(kind),
      act: consentActs[act] ?? act,
    })),
  }
}

/** Takes the person out of everything that rests on the consent, and tells who kept it. */
async function endAll(legal: Legal, tx: Tx, actor: Actor, matter: ConsentMatter): Promise<void> {
  const { publishing } = legal
  const person = await shownPerson(tx, actor.personId)
  for (const one of consentShowings[matter])
    for (const { id, title, by } of await showing(tx, one, person)) {
      await endShowing(publishing, tx, actor, { id, type: one.type, instead: one.instead })
      const label = contents[one.type].title
      await publishing.notify(tx, {
        to: { identity: by },
        kind: '1',
        title: `${person.name}撤回了“${consentMatters[matter].title}”的同意`,
        content: `${label}“${title}”${one.instead === null ? '已经下架' : '已移除相应内容'}。本人重新同意以后才能再公开。`,
        link: null,
        exceptPerson: actor.personId,
      })
    }
}

/**
 * Gives or withdraws one consent: a line of the log. What rests on it goes in the same transaction, and from the
 * caches of this process at once, of others within their few seconds. The same again changes nothing.
 */
export async function changeConsent(
  legal: Legal,
  actor: Actor,
  { matter, act, ip }: z.output<typeof consentChange> & { readonly ip: string },
): Promise<void> {
  const { publishing } = legal
  await publishing.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from person where id = ${actor.personId} for update`)
    const last = await lastActs(tx, actor.personId)
    if (last.get(matter)?.act === act) return
    const othersWithdrawn = [...last.values()].some((one) => one.kind !== matter && one.act === 'withdrawn')
    await tx.execute(sql`
      insert into consent_log (person_id, identity_id, kind, edition, act, ip)
      values (${actor.personId}, ${actor.identityId}, ${matter}, ${builtInEdition}, ${act}, ${ip})`)
    await note(tx, {
      by: actor.identityId,
      action: act === 'agreed' ? 'consent.given' : 'consent.withdrawn',
      personId: actor.personId,
      facts: { matter },
    })
    if (act === 'withdrawn') await endAll(legal, tx, actor, matter)
    else if (!othersWithdrawn) await releaseFiles(tx, actor)
  })
  publishing.onChanged()
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** What of a content would show somebody against their will: each is a finding that keeps it from publication. */
export async function againstWithdrawn(
  db: Queryable,
  type: string,
  value: Readonly<Record<string, unknown>>,
): Promise<ContentFinding[]> {
  const findings: ContentFinding[] = []
  for (const matter of consentMatterNames)
    for (const one of consentShowings[matter]) {
      if (one.type !== type || one.by === 'author') continue
      const keys = Object.keys(one.instead ?? {})
      if (keys.length > 0 && !keys.some((key) => isFilled(value[key]))) continue
      const [name, org] = [value[one.by.name], value[one.by.org]]
      if (typeof name !== 'string' || typeof org !== 'string') continue
      if (!(await hasWithdrawn(db, matter, { name, org }))) continue
      const field = keys[0] ?? one.by.name
      const message = `${name}撤回了“${consentMatters[matter].title}”的同意，本人重新同意以后才能公开`
      findings.push({ field, level: 'error', message })
    }
  return findings
}

/** Whether somebody of this name at this institution withdrew the consent and did not give it again. */
async function hasWithdrawn(
  db: Queryable,
  matter: ConsentMatter,
  { name, org }: { readonly name: string; readonly org: string },
): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1
    from consent_log w
    join person p on p.id = w.person_id
    where w.act = 'withdrawn' and w.kind = ${matter} and p.name = ${name}
      and not exists (
        select 1 from consent_log l
        where l.person_id = w.person_id and l.kind = w.kind and l.id > w.id)
      and exists (
        select 1 from institution i where i.name = ${org} and i.id in (${institutionsOf(sql`p.id`)}))
    limit 1`)
  return found !== undefined
}
