import { scans } from '../../../catalogue/kinds/file-types.ts'
import { sql } from '../../platform/db/sql.ts'
import { plainKind, textsIn, type ServerKind } from './server-kind.ts'

/** A teacher of the owner's institution. */
export const teacherKind: ServerKind = {
  ...plainKind('teacher', 'integer', 'int'),
  refusal: async (value, _field, { db, owner }) => {
    const ids = [value].flat().map(Number)
    const found = await db.one<{ count: number }>(sql`
      select count(*)::int as count
      from teacher
      where id = any(${ids}::int[]) and institution_id = ${owner.institutionId}`)
    return found.count < new Set(ids).size ? '只能从本单位的教师中选' : null
  },
}

/** An institution of the region, of any level. */
export const institutionKind: ServerKind = {
  ...plainKind('institution', 'integer', 'int'),
  below: (expression, values) => sql`${expression} in (
      select i.id
      from institution i
      where ${[...values]}::int[] && array[i.id, i.district_id, i.city_id, i.province_id])`,
  refusal: async (value, _field, { db }) => {
    const ids = [value].flat().map(Number)
    const found = await db.one<{ count: number }>(
      sql`select count(*)::int as count from institution where id = any(${ids}::int[])`,
    )
    return found.count < new Set(ids).size ? '没有该单位' : null
  },
}

/** Chapters or points of the curriculum index. */
const unknownInIndex: ServerKind['unknown'] = async (value, { index }, db) => {
  const ids = [...new Set([value].flat().map(Number))]
  const table = index === 'point' ? sql`knowledge_point` : sql`curriculum_node`
  const found = await db.one<{ count: number }>(
    sql`select count(*)::int as count from ${table} where id = any(${ids}::int[])`,
  )
  return found.count < ids.length ? '目录中没有这一项，请重新选择' : null
}
export const curriculumKind: ServerKind = {
  ...plainKind('curriculum', 'integer', 'int'),
  unknown: unknownInIndex,
  refusal: (value, field, { db }) => unknownInIndex(value, field, db),
}

/** A record of the same owner that is in force. */
export const recordKind: ServerKind = {
  ...plainKind('record', 'uuid'),
  recordsIn: textsIn,
  refusal: async (value, { ref = '' }, { db, owner, tableOf }) => {
    const found = await db.maybeOne(sql`
      select 1
      from ${sql.id(tableOf(ref))}
      where owner_id = ${owner.id} and id = ${value} and voided_at is null`)
    return found ? null : '只能选本人已生效的记录'
  },
}

/** An uploaded file. */
export const fileKind: ServerKind = {
  ...plainKind('file', 'uuid'),
  filesIn: (value, { accept = scans, maxSizeMB }) =>
    textsIn(value).map((id) => ({
      id,
      accept,
      maxSizeMB,
      missing: '没有该文件，请重新上传',
      wrongType: `只能是 ${accept.join('、')} 文件`,
    })),
  shown: (value, { multiple }, { files }) => {
    const found = textsIn(value).flatMap((id) => files.get(id) ?? [])
    return multiple ? found : (found[0] ?? null)
  },
}
