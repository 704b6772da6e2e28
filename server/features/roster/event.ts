import type { RosterEvent } from '../../../catalogue/contract/administration/roster.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { feedOf } from './feeds.ts'
import type { RosterNeeds } from './needs.ts'
import { orgsOf } from './orgs.ts'
import type { Org, RosterUser } from './shapes.ts'
import { toldAs, usersOf } from './users.ts'

/** One change that waits for a system. */
export interface Change {
  readonly app: string
  readonly eventId: string
  readonly event: RosterEvent
  readonly subjectId: number
  readonly no: number
  readonly at: string
}

/** What is sent: what happened, and how the subject is told of now. */
export interface EventBody {
  readonly type: RosterEvent
  readonly timestamp: string
  readonly data: {
    readonly sourcedId: string
    /**
     * Counts the changes of this subject: an event with a smaller one than the last is older, and to be
     * passed over.
     */
    readonly sequence: number
    readonly user?: RosterUser
    readonly org?: Org
  }
}

async function teacherData(needs: RosterNeeds, change: Change): Promise<EventBody['data'] | null> {
  const { db } = needs
  const feed = await feedOf(db, change.app)
  const known = await db.maybeOne<{ person: number }>(sql`
    select person_id as person from teacher where id = ${change.subjectId}`)
  // Gone for good meanwhile: the deletion is read from the roster.
  if (!feed || !known) return null
  const asked = {
    active: sql`t.id = ${change.subjectId}`,
    gone: null,
    key: { active: sql`t.id`, gone: sql`t.id` },
    behind: null,
    descending: false,
    limit: 1,
    offset: 0,
  }
  const [row] = await usersOf(db, feed, asked)
  const sourcedId = needs.subjectOf(change.app, known.person)
  const data = { sourcedId, sequence: change.no }
  if (!row) {
    const told = await isTold(db, change.app, known.person)
    return told || change.event !== 'teacher.left' ? data : null
  }
  const [user] = await toldAs(needs, feed, [row])
  return user ? { ...data, user } : data
}

/** Whether an app knows a person: it does not hear that somebody left of whom it was never told. */
const isTold = async (db: Database, app: string, person: number): Promise<boolean> =>
  (await db.maybeOne(sql`
    select 1 from roster_subject where app_id = ${app} and person_id = ${person}`)) !== undefined

async function institutionData({ db }: RosterNeeds, change: Change): Promise<EventBody['data'] | null> {
  const feed = await feedOf(db, change.app)
  if (!feed) return null
  const which = { where: sql`i.id = ${change.subjectId}`, order: sql`i.id`, limit: 1, offset: 0 }
  const [org] = (await orgsOf(db, feed, which)).list
  return { sourcedId: `org-${change.subjectId}`, sequence: change.no, ...(org && { org }) }
}

/** The text of an event; null where there is nothing to tell any more. */
export async function bodyOf(needs: RosterNeeds, change: Change): Promise<string | null> {
  const isTeacher = change.event !== 'institution.changed'
  const data = await (isTeacher ? teacherData(needs, change) : institutionData(needs, change))
  if (data === null) return null
  const body: EventBody = { type: change.event, timestamp: new Date(change.at).toISOString(), data }
  return JSON.stringify(body)
}

/** An invented change of this kind, in the shape of a real one. */
export function sampleOf(event: RosterEvent, now: Date): string {
  const dateLastModified = now.toISOString()
  const org: Org = {
    sourcedId: 'org-0',
    status: 'active',
    dateLastModified,
    name: '示例学校',
    type: 'school',
    identifier: '0000000000',
  }
  const user: RosterUser = {
    sourcedId: '00000-00000-00000-00000',
    status: 'active',
    dateLastModified,
    enabledUser: 'true',
    familyName: '示',
    givenName: '例',
    roles: [
      { roleType: 'primary', role: 'teacher', org: { href: '', sourcedId: org.sourcedId, type: 'org' } },
    ],
  }
  const data =
    event === 'institution.changed'
      ? { sourcedId: org.sourcedId, sequence: 0, org }
      : { sourcedId: user.sourcedId, sequence: 0, ...(event !== 'teacher.left' && { user }) }
  return JSON.stringify({ type: event, timestamp: dateLastModified, data } satisfies EventBody)
}
