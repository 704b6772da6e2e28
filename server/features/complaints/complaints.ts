import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  ComplaintLine,
  ComplaintMade,
  ComplaintSubject,
} from '../../../catalogue/contract/complaints.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { beginCase, caseRows, roleAt, type CaseNeeds } from '../../engine/processes/index.ts'
import type { SealedTable } from '../../engine/sealing/index.ts'
import { reaches, standing } from '../../engine/sharing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const process = processOf('infringementComplaint')
const sealedAt = (id: string): string => `resource_complaint|contact|${id}`

/** Contacts of people who complained. */
export const complaintTable: SealedTable = {
  table: 'resource_complaint',
  key: [['id', 'uuid']],
  columns: [['contact_sealed', 'text']],
  reseal: (row, again) => ({
    contact_sealed: again(String(row['contact_sealed']), sealedAt(String(row['id']))),
  }),
}

/** The office that gave `content c` its reach; the institution of its author where nobody reads it. */
const office = sql`coalesce(nullif(c.reach_key, 0),
  case when c.reach_key = 0 then coalesce(c.province_id, c.city_id, c.district_id) end, c.institution_id)`

/** A resource that the reader can read, with the office that gave its reach. @throws AppError `missing` */
export async function subjectOf(db: Queryable, reader: Actor | null, resource: number) {
  const subject = await db.maybeOne<ComplaintSubject & { readonly office: number }>(sql`
    select s.title, s.author, i.name as org, ${office} as office
    from shelf s
    join content c on c.id = s.item_id
    join institution i on i.id = c.institution_id
    where s.kind = 'resource' and s.item_id = ${resource} and ${standing} and ${reaches(reader)}`)
  if (!subject) throw new AppError('missing')
  return subject
}

/**
 * Takes a complaint about a resource that the reader can read, and tells the office that gave its reach.
 * @throws AppError `missing` for a resource out of reach
 */
export async function complain(
  { db, keys, notify }: CaseNeeds,
  reader: Actor | null,
  resource: number,
  { name, contact, work, words }: ComplaintMade,
): Promise<void> {
  const id = uuidv7()
  await db.transaction(async (tx) => {
    const about = await subjectOf(tx, reader, resource)
    await tx.execute(sql`
      insert into resource_complaint (id, content_id, by_identity, name, contact_sealed, work, words)
      values (${id}::uuid, ${resource}, ${reader?.identityId ?? null}, ${name},
        ${keys.seal(contact, sealedAt(id))}, ${work}, ${words})`)
    await note(tx, { by: reader?.identityId ?? null, action: 'complaint.made', facts: { content: resource } })
    await notify(tx, {
      to: { institution: about.office, role: await roleAt(tx, about.office) },
      kind: '3',
      title: `侵权投诉：${about.title}`,
      content: `有人投诉“${about.title}”侵权，请在 1 个工作日内核实是否受理。`,
      link: null,
      exceptPerson: 0,
    })
  })
}

type SealedLine = Omit<ComplaintLine, 'contact'> & { readonly sealed: string }

/** Complaints that the actor's office has to take up, the oldest first; or the one that became a case. */
export async function complaintsOf(
  { db, keys }: Pick<CaseNeeds, 'db' | 'keys'>,
  actor: Actor,
  caseId: string | undefined,
): Promise<ComplaintLine[]> {
  const mine =
    caseId === undefined
      ? sql`x.case_id is null and ${office} = ${actor.institutionId}`
      : sql`x.case_id = ${caseId}::uuid and exists (
          select 1 from ${caseRows} k where k.id = x.case_id and k.institution_id = ${actor.institutionId})`
  const rows = await db.query<SealedLine>(sql`
    select x.id, x.content_id as "contentId", coalesce(s.title, '') as title, s.author, i.name as org, x.name,
      x.contact_sealed as sealed, x.work, x.words, x.at
    from resource_complaint x
    join content c on c.id = x.content_id
    join institution i on i.id = c.institution_id
    left join shelf s on s.kind = c.type and s.item_id = c.id
    where ${mine}
    order by x.at, x.id
    limit 200`)
  return rows.map(({ sealed, ...line }) => ({ ...line, contact: keys.open(sealed, sealedAt(line.id)) }))
}

/**
 * Makes a case of a complaint: a draft that the office examines and takes up or refuses. Asked twice it answers
 * the same case.
 */
export async function takeUp(processing: CaseNeeds, actor: Actor, id: string): Promise<string> {
  const { db } = processing
  const [found] = (await complaintsOf(processing, actor, undefined)).filter((one) => one.id === id)
  const before = await db.maybeOne<{ caseId: string }>(sql`
    select x.case_id as "caseId"
    from resource_complaint x
    join ${caseRows} k on k.id = x.case_id
    where x.id = ${id}::uuid and k.institution_id = ${actor.institutionId}`)
  if (before) return before.caseId
  if (!found) throw new AppError('missing')
  const caseId = await beginCase(processing, {
    actor,
    definition: process,
    about: { content: found.contentId },
    value: { complainant: found.name.slice(0, 60), work: found.work, claim: found.words },
    key: `complaint-${id}`,
  })
  await db.execute(sql`update resource_complaint set case_id = ${caseId}::uuid where id = ${id}::uuid`)
  return caseId
}
