import { sql, type Sql } from '../../../platform/db/sql.ts'

/** The revision that is repeated, and the numbers of the one that repeats it. */
export interface RepeatedRevision {
  readonly ownerId: number
  /** The revision whose value is repeated. */
  readonly revisionId: string
  /** Id of the new revision. */
  readonly newId: string
  readonly numbers: { readonly no: number; readonly version: number }
}

/**
 * The insert `again` of a revision that waits for review once more with the value and the route of another
 * one, as part of a `with`.
 * @param baseVersion the version in force that the review compares with, 0 for none
 */
export function insertForReview(
  { ownerId, revisionId, newId, numbers }: RepeatedRevision,
  baseVersion: number,
  holder: { readonly institutionId: number; readonly role: number },
): Sql {
  return sql`again as (
        insert into revision (owner_id, id, type, record_id, no, base_version, value, state, flow_version,
            route, step,
          holder_institution_id, holder_role, holder_since, appealed, submitted_at, submitted_by, edit_no,
            previous_id, by_identity,
          changed, warnings, institution_id, district_id, city_id, province_id)
        select owner_id, ${newId}, type, record_id, ${numbers.no}, ${baseVersion}, value, 'inReview', flow_version,
          route, step,
          ${holder.institutionId}, ${holder.role}, now(), appealed, submitted_at, submitted_by, ${numbers.version},
            id, by_identity,
          changed, warnings, institution_id, district_id, city_id, province_id
        from revision where owner_id = ${ownerId} and id = ${revisionId} returning 1)`
}

/**
 * The insert `restored` of an approved revision with the value of an earlier approved one, as part of a
 * `with`.
 * @param follows the revision that the new one follows
 */
export function insertRestored(
  { ownerId, revisionId, newId, numbers }: RepeatedRevision,
  { follows, by }: { readonly follows: string; readonly by: number },
): Sql {
  return sql`restored as (
    insert into revision (owner_id, id, type, record_id, no, base_version, value, state, edit_no, previous_id,
        by_identity, changed,
      institution_id, district_id, city_id, province_id, applied_version, applied_at, decided_at)
    select owner_id, ${newId}, type, record_id, ${numbers.no}, base_version, value, 'approved',
      ${numbers.version}, ${follows}::uuid,
      ${by}, changed, institution_id, district_id, city_id, province_id, ${numbers.version}, now(),
        now()
    from revision where owner_id = ${ownerId} and id = ${revisionId} returning 1)`
}
