import type { FieldFault } from '../../../catalogue/errors.ts'
import {
  caseRows,
  casesJoined,
  peopleNamed,
  type Consequences,
  type Matter,
} from '../../engine/processes/index.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import { mayChangeProject } from './change.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'

type Judges = Pick<Consequences['judges'], 'mayLead' | 'mayJoin' | 'maySubmitTwo' | 'mayChangeProject'>

/** Entries of one author that one notice takes (modules.json, researchPaper: 同一作者同一征集至多 2 篇). */
const mostPapers = 2

/** Checks before a project or a paper is handed in. */
export const researchJudges: Judges = {
  mayChangeProject,
  // Projects under way are counted over all levels: what a school established binds as much as what the
  // province did.
  mayLead: async (db, { id, definition, teacherId, campaignId }) => {
    const campaign = campaignId === null ? undefined : await campaignById(db, campaignId)
    const most = campaign?.value['mostLed']
    if (typeof most !== 'number') return { errors: [], warnings: [] }
    const { led } = await db.one<{ led: number }>(sql`
      select count(*)::int as led from ${caseRows} k
      where teacher_id = ${teacherId} and type = ${definition.name} and under_way and id <> ${id}::uuid`)
    const message = `您已主持 ${led} 项没有结题的课题，本次征集要求每人最多主持 ${most} 项`
    return { errors: led >= most ? [{ field: 'projectName', message }] : [], warnings: [] }
  },
  mayJoin: async (db, matter) => ({ errors: await faultsOfMembers(db, matter), warnings: [] }),
  maySubmitTwo: async (db, { id, definition, teacherId, campaignId }) => {
    const { many } = await db.one<{ many: number }>(sql`
      select count(*)::int as many from ${caseRows} k
      where teacher_id = ${teacherId} and type = ${definition.name} and campaign_id = ${campaignId}::uuid
        and handed_in and state <> 'draft' and state <> 'returned' and id <> ${id}::uuid`)
    const message = `同一作者在同一项征集中最多报送 ${mostPapers} 篇，您已报送 ${many} 篇`
    return { errors: many >= mostPapers ? [{ field: 'title', message }] : [], warnings: [] }
  },
}

/** Projects under way in which each member takes part already, against the most that the notice allows. */
async function faultsOfMembers(db: Queryable, matter: Matter): Promise<FieldFault[]> {
  const campaign = matter.campaignId === null ? undefined : await campaignById(db, matter.campaignId)
  const most = campaign?.value['mostJoined']
  if (typeof most !== 'number') return []
  const found = await peopleNamed(db, matter.definition, matter.value, ['member'])
  const joined = await casesJoined(
    db,
    matter,
    found.flatMap(({ teacherId }) => teacherId ?? []),
  )
  return found.flatMap(({ name, teacherId }) => {
    const many = teacherId === null ? 0 : (joined.get(teacherId) ?? 0)
    const message = `${name}已参加 ${many} 项没有结题的课题，本次征集要求每人最多 ${most} 项`
    return many < most ? [] : [{ field: 'members', message }]
  })
}
