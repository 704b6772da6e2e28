import { AppError } from '../../../catalogue/errors.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Movement } from '../../engine/movement/index.ts'
import {
  teacherOf,
  type Consequences,
  type Effect,
  type Matter,
  noOutcome,
} from '../../engine/processes/index.ts'
import { addDays } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { rotationDrafted } from './rotation-draft.ts'

/** Names a case as the cause of what it changes, so that it can be taken back by it. */
export const causeOf = ({ definition, id }: Pick<Matter, 'definition' | 'id'>): string =>
  `${definition.name}:${id}`

const actOf = (matter: Matter) => ({
  teacherId: teacherOf(matter),
  cause: causeOf(matter),
  ...(matter.by !== null && { by: matter.by }),
})

const textOf = ({ value }: Matter, key: string): string => {
  const held = value[key]
  if (typeof held !== 'string') throw new AppError('wrongState', { message: '该事项的内容不完整，不能办理' })
  return held
}

function partyOf({ parties }: Matter, party: string): number {
  const id = parties[party] ?? null
  if (id === null) throw new AppError('wrongState', { message: '该事项的一方不在平台上，不能办理' })
  return id
}

type PersonnelEffects = Pick<
  Consequences['effects'],
  | 'personnelMoves'
  | 'teachingBegins'
  | 'teachingChangesDays'
  | 'teachingEnds'
  | 'rotationDrafted'
  | 'statusChanges'
>

/**
 * Kinds of a posting that take the whole of a person's time: 交流轮岗, 借调, 支教 (personnel.md, section 2).
 */
export const fullTimeKinds: readonly unknown[] = ['1', '2', '3']

const inService = '11'
/** Statuses that were imposed: the account ends that day (辞退, 开除; personnel.md, section 4). */
const dismissed: readonly unknown[] = ['42', '51', '52']

/** Effects of transfers, postings and status changes, carried out by engine/movement. */
export function personnelEffects(engine: Engine, movement: Movement): PersonnelEffects {
  const takesBack = (tx: Tx, matter: Matter) => movement.takeBackMove(tx, actOf(matter))
  const changesDays: Effect = {
    applied: async (tx, matter) => {
      const [last, act] = [textOf(matter, 'endOn'), actOf(matter)]
      await movement.endTeaching(tx, { ...act, lastDay: last })
      const until = await taughtUntil(tx, act)
      // Longer than agreed at first: the further days stand beside the first ones under the same cause.
      if (until !== null && until < last) await teach(tx, matter, addDays(until, 1))
      return noOutcome
    },
    voided: takesBack,
  }
  const teach = (tx: Tx, matter: Matter, from: string) =>
    movement.addTeaching(tx, {
      ...actOf(matter),
      institutionId: partyOf(matter, 'host'),
      from,
      to: textOf(matter, 'endOn'),
      fullTime: fullTimeKinds.includes(matter.value['kind']),
    })
  return {
    personnelMoves: {
      applied: (tx, matter) =>
        matter.parties['sender'] === null
          ? movement.beginPersonnel(tx, {
              ...actOf(matter),
              institutionId: partyOf(matter, 'receiver'),
              on: textOf(matter, 'effectiveOn'),
              status: inService,
            })
          : movement.movePersonnel(tx, {
              ...actOf(matter),
              toInstitutionId: partyOf(matter, 'receiver'),
              on: textOf(matter, 'effectiveOn'),
            }),
      voided: takesBack,
    },
    teachingBegins: {
      applied: async (tx, matter) => {
        await teach(tx, matter, textOf(matter, 'startOn'))
        return noOutcome
      },
      voided: takesBack,
    },
    teachingChangesDays: changesDays,
    teachingEnds: changesDays,
    rotationDrafted: rotationDrafted(engine),
    statusChanges: { applied: (tx, matter) => changeStatus(movement, tx, matter), voided: takesBack },
  }
}

/**
 * The last day of the teaching memberships that a cause began; null where there is none, or without an end.
 */
async function taughtUntil(
  tx: Tx,
  { teacherId, cause }: { readonly teacherId: number; readonly cause: string },
): Promise<string | null> {
  const { until } = await tx.one<{ until: string | null }>(sql`
    select max(to_on) as until
    from membership
    where teacher_id = ${teacherId} and kind = ${sql.lit('teaching')} and cause = ${cause}`)
  return until
}

/** Effect of a change of status, by its kind (personnel.md, section 4). */
function changeStatus(movement: Movement, tx: Tx, matter: Matter) {
  const act = actOf(matter)
  const [on, status] = [textOf(matter, 'effectiveOn'), textOf(matter, 'toStatus')]
  const leave = (account: 'readsOwn' | 'readsDays' | 'off', openItems: 'finish' | 'withdraw') =>
    movement.endPersonnel(tx, { ...act, on, status, account, openItems })
  const kind = matter.value['kind']
  if (kind === '1') return leave('readsOwn', 'finish')
  if (kind === '2')
    return leave(dismissed.includes(matter.value['leaveReason']) ? 'off' : 'readsDays', 'withdraw')
  if (kind === '7') return leave('off', 'withdraw')
  if (kind === '3')
    return movement.beginPersonnel(tx, { ...act, institutionId: partyOf(matter, 'school'), on, status })
  return movement.changeStatus(tx, { ...act, status }).then(() => noOutcome)
}
