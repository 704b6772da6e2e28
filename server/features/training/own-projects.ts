import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  ownProjectFilters,
  ownProjectPage,
  ownProjectQuery,
  type OwnProject,
  type OwnProjectTab,
} from '../../../catalogue/contract/training/own-projects.ts'
import { filtersAmong } from '../../../catalogue/contract/declared-query.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import {
  campaignColumns,
  closedForEntries,
  readableCampaign,
  type HostedRow,
} from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { narrowedBy } from '../../engine/kinds/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { lineOf } from '../../engine/seats/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { TrainingNeeds } from './index.ts'
import { unmetFor } from './seats.ts'

type Query = z.output<typeof ownProjectQuery>

interface OwnRow extends HostedRow {
  readonly reads: boolean
  readonly left: number
  readonly entryId: string | null
  readonly entryVersion: number
  readonly entryState: string
  readonly entryValue: Readonly<Record<string, unknown>> | null
}

const ended = sql`('qualified', 'unqualified')`

/** Condition on a project `c` and the teacher's latest entry `e` in it, by the tab on which it stands. */
const standsOn = (actor: Actor, tab: OwnProjectTab): Sql =>
  ({
    // Nobody enrols where the host invites.
    open: sql`e.id is null and c.state = 'recruiting' and c.value -> 'invited' is distinct from 'true'::jsonb
      and ${readableCampaign(actor)}`,
    going: sql`e.state not in ${ended}`,
    ended: sql`e.state in ${ended}`,
  })[tab]

/** Condition that a project `c` is meant for the school stage of teacher `t`, or for all. */
const meantForStage = sql`(
  coalesce(jsonb_array_length(nullif(c.value -> 'schoolStage', 'null'::jsonb)), 0) = 0
  or c.value -> 'schoolStage' @> to_jsonb(t.stage))`

/** The latest entry of the actor in each project; one that was given up counts as none. */
const entriesOf = ({ teacherId }: Actor): Sql => sql`
  select distinct on (k.campaign_id) k.campaign_id, k.id, k.version, k.state, k.value
  from ${caseRows} k
  where k.teacher_id = ${teacherId ?? 0} and k.type = 'trainingEnrolment' and k.state <> 'cancelled'
    and k.campaign_id is not null
  order by k.campaign_id, k.id desc`

/** Projects of a teacher: those open to enrol, those under way, those that ended. */
export async function ownProjects(
  { db, archiveOf }: Pick<TrainingNeeds, 'db' | 'archiveOf'>,
  actor: Actor,
  query: Query,
): Promise<z.output<typeof ownProjectPage>> {
  const { tab, stage, page, pageSize } = query
  const where = sql.join(
    [
      sql`c.type = ${trainingProject.name} and c.state <> 'draft'`,
      standsOn(actor, tab),
      ...(stage === undefined ? [] : [meantForStage]),
      ...narrowedBy(sql`c.value`, trainingProject.fields, filtersAmong(ownProjectFilters, query)),
    ],
    ' and ',
  )
  const from = sql`
    from campaign c
    join institution h on h.id = c.institution_id
    join teacher t on t.id = ${actor.teacherId ?? 0}
    left join e on e.campaign_id = c.id
    where ${where}`
  const own = sql`with e as materialized (${entriesOf(actor)})`
  const [rows, { total }] = await Promise.all([
    db.query<OwnRow>(sql`
      ${own}
      select ${campaignColumns}, h.name as host, false as "isMine", (${readableCampaign(actor)}) as reads,
        e.id as "entryId", e.version as "entryVersion", e.state as "entryState", e.value as "entryValue",
        (select coalesce(sum(p.granted - p.given - p.used), 0)::int from seat_pool p
          where p.event_id = c.id and p.institution_id =
            case when c.value -> 'pooled' = 'true'::jsonb then c.institution_id else t.institution_id end) as left
      ${from}
      order by ${tab === 'open' ? sql`c.value ->> 'signupEnd', c.id` : sql`c.value ->> 'startDate' desc, c.id desc`}
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`${own} select count(*)::int as total ${from}`),
  ])
  return { list: await shownOf({ db, archiveOf }, actor, rows), total, page, pageSize }
}

async function shownOf(
  { db, archiveOf }: Pick<TrainingNeeds, 'db' | 'archiveOf'>,
  { teacherId }: Actor,
  rows: readonly OwnRow[],
): Promise<OwnProject[]> {
  if (teacherId === null) return []
  // The archive is read once for all projects that ask it.
  let archive: ReturnType<typeof archiveOf> | undefined
  const read = () => (archive ??= archiveOf(db, teacherId))
  return Promise.all(
    rows.map(async (row): Promise<OwnProject> => {
      const asked = row.entryId === null
      return {
        ...factsOf(row),
        closed: closedForEntries(row),
        unmet: asked ? await unmetFor({ archiveOf: read }, db, teacherId, row) : [],
        entry: asked ? null : await entryOf(db, row),
      }
    }),
  )
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const factsOf = ({ id, title, state, host, reads, left, value }: OwnRow) => ({
  id,
  title,
  state,
  host,
  reads,
  left,
  value: {
    trainingKind: text(value['trainingKind']),
    trainingWay: text(value['trainingWay']),
    trainingLevel: text(value['trainingLevel']),
    startDate: text(value['startDate']),
    endDate: text(value['endDate']),
    place: text(value['place']),
    signupEnd: text(value['signupEnd']),
    creditHours: number(Number(value['creditHours'] ?? Number.NaN)),
  },
})

async function entryOf(db: Queryable, row: OwnRow): Promise<OwnProject['entry']> {
  const { id, entryId, entryVersion, entryState, entryValue } = row
  if (entryId === null) return null
  const [place] = entryState === 'waitlisted' ? await lineOf(db, id, [entryId]) : []
  const until = { toConfirm: 'confirmBy', offered: 'acceptBy' }[entryState]
  return {
    id: entryId,
    version: entryVersion,
    state: entryState,
    seatNo: number(entryValue?.['seatNo']),
    place: place?.place ?? null,
    until: until === undefined ? null : text(entryValue?.[until]),
  }
}

/** The call by which a teacher looks for a project and follows the own ones. */
export function ownProjectRoutes(server: Server, { db, archiveOf, actorOn }: TrainingNeeds): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/train/own-projects',
    access: [2],
    tag: '培训',
    summary: '教师自己的培训项目：可以报名的（剩余名额、不符合哪一条）、已报和在学的、已结业的',
    query: ownProjectQuery,
    answer: ownProjectPage,
    handle: ({ query }, request) => ownProjects({ db, archiveOf }, actorOn(request), query),
  })
}
