import { AppError } from '../../../catalogue/errors.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import {
  caseRows,
  teacherOf,
  type Consequences,
  type Matter,
  noOutcome,
} from '../../engine/processes/index.ts'
import { leftFor, takeSeat } from '../../engine/seats/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import { isPooled, projectOf, unmetFor, type SeatNeeds } from './seats.ts'

const unchanged = async () => noOutcome

/** What is asked before an enrolment is handed in: conditions, and one entry a person and project. */
export const enrolmentJudges = (needs: SeatNeeds): Pick<Consequences['judges'], 'mayEnrol'> => ({
  mayEnrol: async (db, matter) => {
    const project = await projectOf(db, matter)
    const unmet = await unmetFor(needs, db, teacherOf(matter), project)
    const [must, should] = [
      unmet.filter(({ advisory }) => !advisory),
      unmet.filter(({ advisory }) => advisory),
    ]
    const explained = String(matter.value['exceptionReason'] ?? '').trim() !== ''
    return {
      errors: [
        ...must.map(({ message }) => ({ field: 'conditions', message: `不符合报名条件：${message}` })),
        ...should.flatMap(({ message }) =>
          explained ? [] : [{ field: 'exceptionReason', message: `${message}。确需参加的，请写明理由` }],
        ),
        ...(await repeated(db, matter)),
        ...(project.value['invited'] === true && matter.actor?.role === 2
          ? [{ field: 'form', message: '该项目由主办单位邀请参加，不接受报名' }]
          : []),
      ],
      warnings: should.map(({ message }) => ({ field: 'exceptionReason', message })),
    }
  },
})

/** One entry under way, or ended well, a person and project. */
async function repeated(db: Queryable, { id, teacherId, campaignId }: Matter) {
  const other = await db.maybeOne(sql`
    select 1 from ${caseRows} k
    where teacher_id = ${teacherId} and type = 'trainingEnrolment' and campaign_id = ${campaignId}::uuid and handed_in
      and state <> 'cancelled' and id <> ${id}::uuid
    limit 1`)
  return other ? [{ field: 'form', message: '同一项目不能重复报名' }] : []
}

/** What moves of enrolments do beside moving them. */
export const enrolmentEffects = (
  needs: SeatNeeds,
): Pick<Consequences['effects'], 'consentGiven' | 'conditionsNoted' | 'seatTaken' | 'nothingLeft'> => ({
  consentGiven: {
    applied: async () => ({ ...noOutcome, value: { agreedAt: minuteOf(Date.now()) } }),
    voided: unchanged,
  },
  conditionsNoted: { applied: (tx, matter) => noteConditions(needs, tx, matter), voided: unchanged },
  seatTaken: {
    applied: take,
    voided: async () => ({ ...noOutcome, value: { seatNo: null } }),
  },
  nothingLeft: { applied: requireNoneLeft, voided: unchanged },
})

/** Asks the conditions again; what a written reason excuses is noted for whoever decides. */
async function noteConditions(needs: SeatNeeds, tx: Tx, matter: Matter) {
  const project = await projectOf(tx, matter)
  const unmet = await unmetFor(needs, tx, teacherOf(matter), project)
  const must = unmet.find(({ advisory }) => !advisory)
  if (must) throw new AppError('wrongState', { message: `不符合报名条件：${must.message}` })
  const hints = unmet.map(({ message }) => message).join('；')
  return { ...noOutcome, value: { hints: hints === '' ? null : hints.slice(0, 500) } }
}

/** The office from whose seats an actor takes: where all share them it is the host alone. */
function poolOf(project: CampaignRow, { actor }: Matter): number | null {
  const office = actor?.institutionId ?? project.institutionId
  return isPooled(project.value) && office !== project.institutionId ? null : office
}

async function take(tx: Tx, matter: Matter) {
  const project = await projectOf(tx, matter)
  const institutionId = poolOf(project, matter)
  if (institutionId === null) return noOutcome
  const asked = { eventId: project.id, holder: matter.id, institutionId, at: Date.now(), by: matter.by }
  const seatNo = await takeSeat(tx, asked)
  return seatNo === null
    ? { ...noOutcome, instead: '名额已经用完，剩余 0 个；可以列入候补' }
    : { ...noOutcome, value: { seatNo } }
}

async function requireNoneLeft(tx: Tx, matter: Matter) {
  const project = await projectOf(tx, matter)
  const pool = poolOf(project, matter) ?? project.institutionId
  const left = await leftFor(tx, project.id, pool)
  if (left > 0) throw new AppError('wrongState', { message: `还有 ${left} 个名额，直接通过即可` })
  return noOutcome
}
