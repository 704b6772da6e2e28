import { AppError } from '../../../../catalogue/errors.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Engine, Tx } from '../../engine.ts'
import { followArchivedNumber, isHeldByAnother, isOtherThan } from '../../directory/index.ts'
import { prepared } from '../../prepared/index.ts'
import type { Application } from './apply.ts'
import { callApplied } from './call-hooks.ts'
import { closeEarlier } from './close-open.ts'
import type { Values } from '../value/codec.ts'
import { deriveFor } from '../value/derive.ts'

/** Copies mobile and identity number to the person. Each may belong to one person only. */
async function syncPerson(engine: Engine, tx: Tx, application: Application): Promise<void> {
  for (const { key, field } of prepared(application.definition).ofPerson) {
    if (application.owner.personId === null) continue
    const value = application.plain[key]
    const text = typeof value === 'string' ? value : null
    const column = field.ofPerson === 'mobile' ? 'mobile' : 'id_no'
    const indexes = text === null ? [] : engine.keys.blinds(column, text)
    const taken = await isHeldByAnother(tx, application.owner.personId, `${column}_key`, indexes)
    const isOther = isOtherThan(engine.keys, column, text)
    await requireProof(tx, application, { key, label: field.label, column, isOther })
    if (taken)
      throw new AppError('duplicate', {
        errors: [{ field: key, message: `${field.label}已被另一位教师使用` }],
      })
    await followArchivedNumber(tx, engine.keys, application.owner.personId, { column, value: text })
  }
}

/**
 * A person signs in and resets the password with the mobile. Once there is one, the owner changes it only
 * on the personal page, where a code proves the new number. Otherwise a session left open for a minute
 * would be enough to take over the account.
 */
async function requireProof(
  tx: Tx,
  application: Application,
  { key, label, column, isOther }: { key: string; label: string; column: string; isOther: Sql },
): Promise<void> {
  if (application.proven || application.actor.role !== 2) return
  const held = await tx.maybeOne(sql`
    select 1
    from person
    where id = ${application.owner.personId}
      and ${sql.id(`${column}_key`)} is not null
      and ${isOther}`)
  if (held)
    throw new AppError('invalid', {
      errors: [{ field: key, message: `更换${label}请到“个人中心”的“手机与邮箱”，用短信验证码办理` }],
    })
}

/**
 * Everything in the engine that follows from a value in force, in its transaction: the fields of the person,
 * the end of the record before, derived fields.
 */
export async function settle(engine: Engine, tx: Tx, application: Application): Promise<void> {
  await syncPerson(engine, tx, application)
  await application.proven?.(tx)
  await closeEarlier(engine, tx, application)
  await deriveFor(engine, tx, application.definition, application.owner.id)
}

/**
 * Everything that follows from a new version in force: what the engine settles, then the feature's hook.
 * @param before the values in force until now in stored form, null where there were none
 */
export async function afterApply(
  engine: Engine,
  tx: Tx,
  application: Application,
  before: Values | null,
): Promise<void> {
  await settle(engine, tx, application)
  const changed = {
    engine,
    definition: application.definition,
    ownerId: application.owner.id,
    recordId: application.recordId,
  }
  const byRole = application.actor.role
  await callApplied(tx, changed, { now: application.stored, before, byRole })
}
