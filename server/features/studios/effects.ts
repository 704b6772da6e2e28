import { AppError } from '../../../catalogue/errors.ts'
import type { MoveEntry } from '../../engine/campaigns/index.ts'
import type { Tx } from '../../engine/engine.ts'
import {
  caseRows,
  teacherOf,
  type Consequences,
  type Matter,
  type MovedEntry,
  neverVoided,
  noOutcome,
} from '../../engine/processes/index.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { refreshFace, showStudio } from './face.ts'
import { holdersOf, isRural, lockPlaces, refusalFor, secondRoom } from './places.ts'
import { requireQuota } from './quota.ts'
import { studioById, type StudioRow } from './studio.ts'

/** What studios need of the server. */
export interface StudioNeeds {
  readonly publishing: PublishingNeeds
  /** Moves a studio with its year, and members with their studio. */
  readonly moveEntry: () => MoveEntry
}

/** Days in which a studio that ended may be opened again (teaching-research.md, 3.3). */
const reopenDays = 30

type OwnEffects = 'studioOpened' | 'studioClosed' | 'memberPlaced' | 'memberJoined' | 'memberLeft'

/** What moves of studios and memberships do beside moving the case. */
export const studioEffects = (needs: StudioNeeds): Pick<Consequences['effects'], OwnEffects> => ({
  studioOpened: {
    applied: async (tx, { parties }) => {
      await requireQuota(tx, parties['office'] ?? 0)
      return { ...noOutcome, value: { openedOn: today() } }
    },
    voided: neverVoided,
  },
  studioClosed: {
    applied: async (tx, { id }) => {
      await endMembers(needs, tx, id)
      return { ...noOutcome, value: { closedOn: today() } }
    },
    voided: async (tx, matter) => {
      await requireReopenable(tx, matter)
      await bringMembersBack(needs, tx, matter)
      return { ...noOutcome, value: { closedOn: null } }
    },
  },
  memberPlaced: {
    applied: async (tx, matter) => {
      const studio = await studioOf(tx, matter)
      if (!(await lockPlaces(tx, studio.id)))
        throw new AppError('wrongState', { message: '工作室已经结束或正在办理，请刷新后再看' })
      const none = await whyNoPlace(tx, studio, matter)
      if (none !== null) throw new AppError('wrongState', { message: none })
      return noOutcome
    },
    voided: neverVoided,
  },
  memberJoined: {
    applied: async (tx, matter) => {
      const studio = await studioOf(tx, matter)
      if (!(await lockPlaces(tx, studio.id)))
        throw new AppError('wrongState', { message: '工作室已经结束或正在办理，请刷新后再看' })
      return { ...noOutcome, value: { joinedOn: today(), until: studio.periodEnd, leftOn: null } }
    },
    voided: neverVoided,
  },
  memberLeft: {
    applied: async () => ({ ...noOutcome, value: { leftOn: today() } }),
    voided: async (tx, matter) => {
      const { periodEnd } = await studioOf(tx, matter)
      return { ...noOutcome, value: { leftOn: null, until: periodEnd } }
    },
  },
})

const ownMoves = ['accept', 'approve', 'leave']

export const isOfStudios = ({ definition: { name } }: Pick<Matter, 'definition'>): boolean =>
  name === 'studio' || name === 'membership'

/** The portal shows a studio as its moves and those of its members leave it. */
export const studiosFollow =
  ({ publishing }: StudioNeeds) =>
  async (tx: Tx, { definition, id, ofCase, actor, from, state, move }: MovedEntry): Promise<void> => {
    if (definition.name === 'membership') {
      if (ofCase !== null && ownMoves.includes(move)) await refreshFace(publishing, tx, ofCase, false)
      return
    }
    const turns = state === 'closed' || (state === 'active' && from !== 'annualReview')
    if (!turns) return
    const ended = state === 'closed'
    if (actor !== null && actor.role > 3) await showStudio(publishing, tx, { actor, studioId: id, ended })
    else await refreshFace(publishing, tx, id, ended)
  }

/** The studio of a membership. */
async function studioOf(tx: Tx, { ofCase }: Matter): Promise<StudioRow> {
  const studio = ofCase === null ? undefined : await studioById(tx, ofCase)
  if (!studio) throw new AppError('wrongState', { message: '请从工作室的页面申请' })
  return studio
}

/** Why a studio has no place for whom a membership is about; null where it has. Its places are locked. */
export async function whyNoPlace(tx: Tx, studio: StudioRow, matter: Matter): Promise<string | null> {
  const teacherId = teacherOf(matter)
  const person = await tx.one<{ institutionId: number | null; rural: boolean }>(sql`
    select t.institution_id as "institutionId", ${isRural} as rural
    from teacher t left join institution i on i.id = t.institution_id where t.id = ${teacherId}`)
  const role = String(matter.value['memberRole'] ?? '')
  const others = (await holdersOf(tx, studio.id)).filter(({ id }) => id !== matter.id)
  return (
    refusalFor(studio, others, { role, ...person }) ??
    (await secondRoom(tx, studio, { teacherId, role, states: ['joined', 'invited'] }))
  )
}

const membersIn = (tx: Tx, studioId: string, states: readonly string[]) =>
  tx.query<{ id: string; teacherId: number; role: string; leftOn: string | null }>(sql`
    select m.id, m.teacher_id as "teacherId", m.value ->> 'memberRole' as role, m.value ->> 'leftOn' as "leftOn"
    from ${caseRows} m
    where m.of_case = ${studioId}::uuid and m.type = 'membership' and m.state = any(${[...states]}::text[])
    order by m.id`)

/** Members leave on the day the studio ends; whoever was asked or asks is told so. */
async function endMembers({ moveEntry }: StudioNeeds, tx: Tx, studioId: string): Promise<void> {
  const from = ['joined', 'draft', 'invited', 'applied']
  for (const { id } of await membersIn(tx, studioId, from))
    await moveEntry()(tx, { moves: ['end', 'lapse'], from, by: null }, id)
}

async function requireReopenable(tx: Tx, matter: Matter): Promise<void> {
  const closedOn = String(matter.value['closedOn'] ?? '')
  if (addDays(closedOn, reopenDays) < today())
    throw new AppError('wrongState', { message: `结束超过 ${reopenDays} 天，不能恢复` })
  if (String(matter.value['periodEnd']) < today())
    throw new AppError('wrongState', { message: '周期已满，不能恢复；请重新申报' })
  const other = await tx.maybeOne(sql`
    select 1 from ${caseRows} k
    where k.type = 'studio' and k.teacher_id = ${matter.teacherId} and k.under_way and k.id <> ${matter.id}::uuid
    limit 1`)
  if (other) throw new AppError('wrongState', { message: '主持人已主持另一个工作室或有申报正在办理' })
}

/** Whoever left with the studio is a member again, but for those who are in another room by now. */
async function bringMembersBack({ moveEntry }: StudioNeeds, tx: Tx, matter: Matter): Promise<void> {
  const studio = await studioById(tx, matter.id)
  if (!studio) return
  const ended = await tx.query<{ id: string }>(sql`
    select e.case_id as id from process_event e join ${caseRows} m on m.id = e.case_id
    where m.of_case = ${matter.id}::uuid and m.type = 'membership' and m.state = 'left' and e.no = m.version
      and e.move = 'end'`)
  const withStudio = new Set(ended.map(({ id }) => id))
  for (const { id, teacherId, role, leftOn } of await membersIn(tx, matter.id, ['left'])) {
    const asked = { teacherId, role, states: ['joined', 'invited'] }
    if (!withStudio.has(id) || leftOn !== studio.closedOn || (await secondRoom(tx, studio, asked))) continue
    await moveEntry()(tx, { moves: ['resume'], from: ['left'], by: null }, id)
  }
}
