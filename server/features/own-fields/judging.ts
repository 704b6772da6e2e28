import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import { faultsIn } from '../../../catalogue/own/judge-type.ts'
import type { JudgementContext } from '../../../catalogue/own/judge.ts'
import { layered } from '../../../catalogue/own/layers.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import { blankType } from '../../../catalogue/own/slots.ts'
import { definitionOf } from '../../engine/engine.ts'
import { today } from '../../platform/clock/clock.ts'
import type { OwnFields } from './call.ts'
import type { Refusal } from './publish.ts'
import { keysGiven, latestOf, rightsOf } from './store.ts'
import { isOfOffice, requireTypeRight } from './types.ts'

/**
 * What the office says something of: a type of the program, or the table of one that is its own.
 * @throws AppError `missing` for a type that is not there or another office's, `forbidden` below the top
 */
export async function factsFor({ db, engine }: OwnFields, actor: Actor, type: string): Promise<AnyRecord> {
  if (!isSlot(type)) return definitionOf(engine, type)
  await requireTypeRight(db, actor)
  if (!(await isOfOffice(db, actor.institutionId, type))) throw new AppError('missing')
  return blankType(type)
}

/** What the office's declaration is judged in, as the database has it now. */
export async function judgingOf(
  { db, engine }: OwnFields,
  actor: Actor,
  facts: AnyRecord,
): Promise<JudgementContext> {
  const office = actor.institutionId
  const [{ isTop, most }, latest, given, layers] = await Promise.all([
    rightsOf(db, actor),
    latestOf(db, office, facts.name),
    keysGiven(db, office, facts.name),
    engine.own.layersFor(actor, facts.name),
  ])
  if (most === 0) throw new AppError('forbidden', { message: '上级单位尚未向本单位开放自有栏目' })
  const above = layers.filter((one) => one.asked && one.office.id !== office)
  return {
    records: engine.records,
    above: layered(facts, above, () => true, today()),
    before: latest.no === 0 ? null : latest.body,
    given,
    mayHide: isTop,
    most,
  }
}

/** Refuses what is wrong with a declaration: 400 with the fields at fault. */
export const refusalOf =
  (feature: OwnFields, actor: Actor, facts: AnyRecord): Refusal =>
  async (body: OwnBody) => {
    const errors = faultsIn(body, await judgingOf(feature, actor, facts))
    if (errors.length > 0) throw invalidFields(errors)
  }
